import { judgeReferences } from '../../simulator/auditor/references';
import { readHistory } from '../../simulator/auditor/read-history';
import type { Observation, Sent } from '../../simulator/observation';
import { ADA, read, send, t } from './history';

const rules = (history: Observation[]): string[] =>
  judgeReferences(readHistory(history)).map(({ rule }) => rule);
const about = (notification: string, at: number, more: Partial<Sent> = {}): Observation =>
  send({
    ...{ request: notification, reference: '1', ifOpen: 'keep', askedAt: t(at) },
    ...{ to: [{ address: ADA, notification }], ...more },
  });
const isOpen = (notification: string, at: number): Observation =>
  read('waiting', [], { notification, askedAt: t(at) });

test('REFERENCE-5: two that were sent with if_open are not open together', () => {
  const two = [about('n1', 0), about('n2', 10)];
  expect(rules([...two, isOpen('n1', 5), isOpen('n2', 20)])).toEqual([]);
  expect(rules([...two, isOpen('n1', 20), isOpen('n2', 20)])).toEqual(['REFERENCE-5']);
  const other = about('n2', 10, { reference: '2' });
  const plain = about('n2', 10, { ifOpen: undefined });
  for (const second of [other, plain])
    expect(rules([about('n1', 0), second, isOpen('n1', 20), isOpen('n2', 20)])).toEqual([]);
});

test('REFERENCE-4: what is replaced is not open afterwards', () => {
  const two = [about('n1', 0, { ifOpen: undefined }), about('n2', 10, { ifOpen: 'replace' })];
  expect(rules([...two, isOpen('n1', 5)])).toEqual([]);
  expect(rules([...two, isOpen('n1', 20)])).toEqual(['REFERENCE-4']);
});

test('REFERENCE-3: what is kept is open, and of the same event, person and reference', () => {
  const kept = (more: Partial<Sent> = {}): Observation =>
    about('n1', 10, { to: [{ address: ADA, notification: 'n1', kept: true }], ...more });
  const ended = read('stopped', [], { askedAt: t(5) });
  expect(rules([about('n1', 0), kept()])).toEqual([]);
  expect(rules([about('n1', 0), ended, kept()])).toEqual(['REFERENCE-3']);
  expect(rules([about('n1', 0), kept({ reference: '2' })])).toEqual(['REFERENCE-3']);
  expect(rules([about('n1', 0), kept({ ifOpen: undefined })])).toEqual(['REFERENCE-3']);
});

import { audit, findExcuses } from '../../simulator/audit';
import type { Observation } from '../../simulator/observation';
import { call, death, erase, message, outage, read, receipt, send, sentAtRest, t, webhook } from './history';

const rules = (history: Observation[]): string[] => audit(history).map(({ rule }) => rule);
const lost = call({ answered: 'lost', did: 'accepted' });
const again = call({ askedAt: t(60) });

test('a message that is accepted once keeps all promises', () => {
  expect(audit([send(), call(), ...sentAtRest()])).toEqual([]);
});

describe('MESSAGE-7: a second delivery needs an excuse', () => {
  test('a lost answer excuses it', () => {
    const history = [send(), lost, again, ...sentAtRest()];
    expect(audit(history)).toEqual([]);
    expect(findExcuses(history)).toEqual([
      { what: 'smtp accepts the message and its answer is lost', seenIn: [1] },
    ]);
  });

  test('a death before the record excuses it', () => {
    const history = [send(), call(), death(t(2)), again, ...sentAtRest()];
    expect(audit(history)).toEqual([]);
    expect(findExcuses(history)).toEqual([
      { what: 'worker dies before the answer is recorded', seenIn: [1, 2] },
    ]);
  });

  test('a death long after the record does not, unless the database is away', () => {
    const late = [death(t(600)), call({ askedAt: t(700) }), webhook('sent', { askedAt: t(701) })];
    const end = read('completed', [message('sent')]);
    expect(rules([send(), call(), ...late, end])).toEqual(['MESSAGE-7']);
    expect(audit([send(), call(), outage(t(1), t(650)), ...late, end])).toEqual([]);
  });

  test('the death of another process does not', () => {
    const history = [send(), call({ process: 'w1' }), death(t(2), 'w2'), again, ...sentAtRest()];
    expect(rules(history)).toEqual(['MESSAGE-7']);
  });

  test('a process that stood still in the first attempt does, if the two calls are made at once', () => {
    const calls = (secondAt: number): Observation[] => [
      call({ begunAt: t(1), askedAt: t(20), at: t(21), process: 'w1' }),
      call({ begunAt: t(20), askedAt: secondAt, process: 'w1' }),
    ];
    const history = (secondAt: number) => [send(), death(t(2), 'w1'), ...calls(secondAt), ...sentAtRest()];
    expect(audit(history(t(20.5)))).toEqual([]);
    expect(rules(history(t(22)))).toEqual(['MESSAGE-7']);
  });

  test('ERASURE-3: a repeat of the request after an erasure does', () => {
    const repeat = send({ request: 'r2', askedAt: t(50), idempotencyKey: 'k' });
    const first = send({ idempotencyKey: 'k', status: 503, to: [{ address: 'ada@example.org' }] });
    const history = [first, call(), erase(), repeat, again, ...sentAtRest()];
    expect(audit(history)).toEqual([]);
    expect(rules(history.filter(({ kind }) => kind !== 'erase'))).toContain('MESSAGE-7');
  });

  test('nothing else does', () => {
    expect(rules([send(), call(), again, ...sentAtRest()])).toEqual(['MESSAGE-7']);
  });

  test('OUTAGE-1: a database that is away does not', () => {
    expect(rules([send(), call(), outage(t(1), t(40)), again, ...sentAtRest()])).toEqual(['OUTAGE-1']);
  });

  test('at_most_once has no excuse', () => {
    const once = send({ guarantee: 'at_most_once' });
    expect(rules([once, lost, again, ...sentAtRest()])).toEqual(['MESSAGE-7']);
    const unsent = call({ answered: 'lost', did: 'nothing' });
    expect(rules([once, unsent, again, ...sentAtRest()])).toEqual(['MESSAGE-7']);
  });

  test('at_most_once repeats what certainly did not arrive', () => {
    const away = call({ answered: 'unreachable', did: 'nothing' });
    expect(audit([send({ guarantee: 'at_most_once' }), away, again, ...sentAtRest()])).toEqual([]);
  });
});

describe('MESSAGE-7: keys', () => {
  test('a provider recognizes a repeat', () => {
    const history = [
      send(),
      call({ key: 'k', answered: 'lost' }),
      call({ key: 'k', did: 'deduplicated', askedAt: t(60) }),
      ...sentAtRest(),
    ];
    expect(audit(history)).toEqual([]);
  });

  test('a message keeps its key', () => {
    const history = [
      send(),
      call({ key: 'k', answered: 'lost' }),
      call({ key: 'l', askedAt: t(60) }),
      ...sentAtRest(),
    ];
    expect(rules(history)).toEqual(['MESSAGE-7']);
  });

  test('two messages have two keys', () => {
    const other = { notification: 'n2', message: 'm2' };
    const history = [
      send({ to: [{ address: 'ada@example.org', notification: 'n1' }] }),
      send({ request: 'r2', to: [{ address: 'ada@example.org', notification: 'n2' }] }),
      call({ key: 'k' }),
      call({ key: 'k', did: 'deduplicated', ...other, askedAt: t(5) }),
      ...sentAtRest(),
      webhook('sent', { ...other, askedAt: t(6) }),
      read('completed', [message('sent', { id: 'm2' })], { notification: 'n2', atRest: true }),
    ];
    expect(rules(history)).toEqual(['MESSAGE-7']);
  });
});

describe('a decided message is not sent again', () => {
  test('MESSAGE-7: it is read as sent before', () => {
    const seen = read('running', [message('sent')], { askedAt: t(5), atRest: false });
    expect(rules([send(), lost, seen, again, ...sentAtRest()])).toEqual(['MESSAGE-7']);
  });

  test('RECEIPT-2: a report proves that it was sent', () => {
    const end = [webhook('sent'), webhook('delivered'), read('completed', [message('delivered')])];
    expect(rules([send(), lost, receipt('delivered'), again, ...end])).toEqual(['RECEIPT-2']);
    const begun = call({ askedAt: t(60), begunAt: t(1.5) });
    expect(audit([send(), lost, receipt('delivered'), begun, ...end])).toEqual([]);
  });

  test('NOTIFICATION-5: one step has one message', () => {
    const twin = call({ message: 'm2', askedAt: t(5) });
    const both = read('completed', [message('sent'), message('sent', { id: 'm2' })]);
    const history = [send(), call(), twin, webhook('sent'), webhook('sent', { message: 'm2' }), both];
    expect(rules(history)).toEqual(['NOTIFICATION-5', 'NOTIFICATION-5']);
  });
});

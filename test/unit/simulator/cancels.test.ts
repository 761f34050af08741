import { audit } from '../../simulator/audit';
import type { Observation } from '../../simulator/observation';
import { ADA, call, cancel, erase, message, notFound, read, send, sentAtRest, t, webhook } from './history';

const rules = (history: Observation[]): string[] => audit(history).map(({ rule }) => rule);
const refused = call({ did: 'temporarily_refused' });
const stopped = read('stopped', [message('queued')]);
const late = call({ askedAt: t(60) });

describe('CANCEL-5: a cancel stops what is pending', () => {
  test('nothing is sent afterwards', () => {
    expect(audit([send(), refused, cancel(), stopped])).toEqual([]);
    expect(rules([send(), refused, cancel({ cancelled: 0 }), late, ...sentAtRest()])).toEqual(['CANCEL-5']);
    expect(rules([send(), refused, cancel(), late, webhook('sent'), stopped])).toContain('CANCEL-5');
  });

  test('what is with its provider may arrive', () => {
    const flying = call({ askedAt: t(9), at: t(10.05) });
    expect(audit([send(), flying, cancel({ cancelled: 0 }), ...sentAtRest()])).toEqual([]);
  });

  test('CANCEL-7: what is undecided after 10 seconds may go on', () => {
    const slow = cancel({ askedAt: t(10), at: t(20), cancelled: 0 });
    expect(audit([send(), refused, slow, late, ...sentAtRest()])).toEqual([]);
  });

  test('CANCEL-7: a slow cancel stops what it counts', () => {
    const slow = cancel({ askedAt: t(10), at: t(20) });
    expect(rules([send(), refused, slow, late, webhook('sent'), stopped])).toContain('CANCEL-5');
  });

  test('a later read shows the end', () => {
    const running = read('running', [message('queued')], { askedAt: t(20) });
    expect(rules([send(), refused, cancel(), running, stopped])).toEqual(['CANCEL-5']);
  });

  test('ERASURE-3: what an erasure removes may be read for a moment', () => {
    const running = read('running', [message('queued')], { askedAt: t(12) });
    const erased = [send(), refused, erase({ askedAt: t(5) }), cancel({ cancelled: 0 }), running];
    expect(audit([...erased, notFound()])).toEqual([]);
  });

  test('a cancelled message does not expire', () => {
    const expired = read('failed', [message('failed', { error: 'EXPIRED' })]);
    const failed = webhook('failed', { askedAt: t(22_000), error: 'EXPIRED' });
    expect(rules([send(), refused, cancel({ cancelled: 0 }), failed, expired])).toEqual(['CANCEL-5']);
  });

  test('CANCEL-4: a send that overlaps the cancel may be missed', () => {
    const overlapping = send({ askedAt: t(9), at: t(10.05) });
    const end = [webhook('sent'), read('completed', [message('sent')])];
    expect(audit([overlapping, cancel({ cancelled: 0 }), late, ...end])).toEqual([]);
  });

  test('SCHEDULE-5: a cancel before send_at stops at once', () => {
    const end = [webhook('sent', { askedAt: t(601) }), read('completed', [message('sent')])];
    const history = [send({ sendAt: t(600) }), cancel({ cancelled: 0 }), call({ askedAt: t(600) }), ...end];
    expect(rules(history)).toEqual(['SCHEDULE-5']);
  });
});

test('CANCEL-6: a sent last message completes its notification', () => {
  expect(rules([send(), call(), webhook('sent'), cancel(), read('stopped', [message('sent')])])).toEqual([
    'CANCEL-6',
  ]);
  const lost = call({ answered: 'lost' });
  expect(audit([send(), lost, cancel(), stopped])).toEqual([]);
});

describe('CANCEL-2: the count adds up', () => {
  test('it is not more than what is stopped', () => {
    expect(rules([send(), call(), cancel(), ...sentAtRest()])).toEqual(['CANCEL-2']);
    expect(rules([send(), refused, cancel({ cancelled: 2 }), stopped])).toEqual(['CANCEL-2']);
  });

  test('it is not less', () => {
    expect(rules([send(), refused, cancel({ cancelled: 0 }), stopped])).toEqual(['CANCEL-2']);
  });

  test('cancels one after the other count a notification once', () => {
    const again = (cancelled: number): Observation => cancel({ askedAt: t(20), cancelled });
    expect(audit([send(), refused, cancel(), again(0), stopped])).toEqual([]);
    expect(rules([send(), refused, cancel(), again(1), stopped])).toEqual(['CANCEL-2']);
  });

  test('an unknown send may be among them', () => {
    const unknown = send({ request: 'r2', status: 0, to: [{ address: ADA }] });
    expect(audit([send(), refused, unknown, cancel({ cancelled: 2 }), stopped])).toEqual([]);
  });
});

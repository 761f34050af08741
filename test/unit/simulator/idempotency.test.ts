import { audit } from '../../simulator/audit';
import type { Observation, Sent } from '../../simulator/observation';
import { ADA, call, erase, notFound, outage, send, sentAtRest, t } from './history';

const rules = (history: Observation[]): string[] => audit(history).map(({ rule }) => rule);
const keyed = (more: Partial<Sent>): Observation => send({ idempotencyKey: 'k', ...more });
const refused = (code: string) => ({
  status: 409,
  code,
  to: [{ address: ADA, refused: { status: 409, code } }],
});
const first = keyed({});
const repeat = (more: Partial<Sent> = {}): Observation =>
  keyed({ request: 'r2', askedAt: t(20), replayed: true, ...more });
const end = [call(), ...sentAtRest()];
const other = { to: [{ address: ADA, notification: 'n2' }] };

describe('IDEMPOTENCY-3: a repeat has the first response', () => {
  test('a replay has the same notification', () => {
    expect(audit([first, repeat(), ...end])).toEqual([]);
    expect(rules([first, repeat(other), ...end])).toEqual(['IDEMPOTENCY-3']);
    expect(rules([first, repeat({ replayed: false }), ...end])).toEqual(['IDEMPOTENCY-3']);
  });

  test('a repeat of an accepted request is not refused', () => {
    expect(rules([first, repeat(refused('IDEMPOTENCY_MISMATCH')), ...end])).toEqual([
      'IDEMPOTENCY-3',
      'IDEMPOTENCY-5',
    ]);
  });

  test('a key lasts 24 hours', () => {
    const later = repeat({ ...other, askedAt: t(25 * 3600), replayed: false });
    expect(audit([first, later, ...end])).toEqual([]);
  });

  test('an erasure removes the response', () => {
    const again = repeat({ ...other, replayed: false });
    expect(audit([first, erase(), again, notFound()])).toEqual([]);
  });

  test('an erasure removes the response soon after it', () => {
    const unknown = keyed({ status: 0, to: [{ address: ADA }] });
    const again = call({ notification: 'n2', message: 'm2', askedAt: t(31) });
    const history = [unknown, repeat({ askedAt: t(12) }), repeat({ ...other, askedAt: t(30) }), again];
    expect(audit([...history, erase(), notFound()])).toEqual([]);
    expect(rules([...history, notFound()])).toContain('IDEMPOTENCY-3');
  });

  test('two requests do not share a notification', () => {
    expect(rules([first, send({ request: 'r2' }), ...end])).toEqual(['IDEMPOTENCY-3']);
  });
});

describe('IDEMPOTENCY-5: a key with another request is refused', () => {
  test('it does not get the answer to the first request', () => {
    expect(audit([first, repeat({ fingerprint: 'g', ...refused('IDEMPOTENCY_MISMATCH') }), ...end])).toEqual(
      [],
    );
    expect(rules([first, repeat({ fingerprint: 'g' }), ...end])).toEqual(['IDEMPOTENCY-5']);
  });

  test('a mismatch needs another request', () => {
    expect(rules([keyed(refused('IDEMPOTENCY_MISMATCH'))])).toEqual(['IDEMPOTENCY-5']);
  });
});

test('IDEMPOTENCY-6: in progress needs an open request', () => {
  const busy = repeat({ askedAt: t(0.05), ...refused('IDEMPOTENCY_IN_PROGRESS'), replayed: false });
  expect(audit([first, busy, ...end])).toEqual([]);
  expect(rules([keyed(refused('IDEMPOTENCY_IN_PROGRESS'))])).toEqual(['IDEMPOTENCY-6']);
});

test('IDEMPOTENCY-6: a request whose response cannot be stored is in progress for a while', () => {
  const busy = (seconds: number) =>
    repeat({ askedAt: t(seconds), ...refused('IDEMPOTENCY_IN_PROGRESS'), replayed: false });
  expect(rules([first, busy(5), ...end])).toEqual(['IDEMPOTENCY-3', 'IDEMPOTENCY-6']);
  expect(audit([first, outage(t(0.05), t(4)), busy(5), ...end])).toEqual([]);
  for (const [until, at] of [
    [1, 5],
    [60, 50],
  ] as const)
    expect(rules([first, outage(t(0.05), t(until)), busy(at), ...end])).toEqual([
      'IDEMPOTENCY-3',
      'IDEMPOTENCY-6',
    ]);
});

describe('IDEMPOTENCY-9: a repeat completes a request of unknown outcome', () => {
  const unknown = keyed({ status: 0, to: [{ address: ADA }] });

  test('it has one notification', () => {
    expect(audit([unknown, repeat({ replayed: false }), ...end])).toEqual([]);
  });

  test('nobody is notified twice', () => {
    const hidden = call({ notification: 'n9', message: 'm9', askedAt: t(5) });
    expect(rules([unknown, repeat(), hidden, ...end])).toEqual(['IDEMPOTENCY-9']);
  });
});

test('ARRAY-1: each recipient has a notification', () => {
  const both = [ADA, 'eve@example.org'].map((address) => ({ address, notification: 'n1' }));
  expect(rules([send({ to: both }), ...end])).toEqual(['ARRAY-1', 'ARRAY-1']);
});

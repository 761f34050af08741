import { audit } from '../../simulator/audit';
import type { Observation } from '../../simulator/observation';
import { call, message, operator, read, send, signal, stale, t, webhook, cancel } from './history';

const rules = (history: Observation[]): string[] => audit(history).map(({ rule }) => rule);
const failed = message('failed', { error: 'REJECTED' });
const refused = [send(), call({ did: 'refused' }), webhook('failed'), read('failed', [failed])];
const made = { notification: 'n2', message: 'm2' };
const again = [
  call({ ...made, askedAt: t(101) }),
  webhook('sent', { ...made, askedAt: t(102) }),
  read('completed', [message('sent', { id: 'm2' })], { notification: 'n2', atRest: true }),
];

describe('a retry', () => {
  const retry = (created: string | undefined, at = 100) =>
    operator('retry', { askedAt: t(at), ...(created !== undefined && { created }) });

  test('makes one notification', () => {
    expect(audit([...refused, retry('n2'), retry('n2', 110), ...again])).toEqual([]);
    expect(rules([...refused, retry('n2'), retry('n3', 110), ...again])).toContain('operators.md');
    expect(rules([...refused, retry('n2')])).toEqual([]);
    expect(
      rules([...refused, retry('n2'), read('running', [], { notification: 'n2', atRest: true })]),
    ).toEqual(['OUTAGE-4']);
  });

  test('of unknown outcome explains a notification that no response names', () => {
    const unknown = operator('retry', { status: 0 });
    expect(audit([...refused, unknown, ...again])).toEqual([]);
    expect(rules([...refused, ...again])).toEqual(['SEND-5']);
  });

  test('counts in no quota', () => {
    const quota = (used: number): Observation => ({
      kind: 'quota',
      at: t(500),
      used,
      limit: null,
      atRest: true,
    });
    expect(audit([...refused, retry('n2'), ...again, quota(1)])).toEqual([]);
    expect(rules([...refused, retry('n2'), ...again, quota(2)])).toEqual(['LIMIT-6']);
  });

  test('is refused of what was sent', () => {
    const sent = [send(), call(), webhook('sent'), read('completed', [message('sent')], { askedAt: t(50) })];
    const rest = read('completed', [message('sent')]);
    expect(rules([...sent, rest, retry('n2'), ...again])).toEqual(['operators.md']);
  });
});

describe('a signal', () => {
  const waits = { waitsForSignal: 20_000, steps: 2 };
  const first = [send(waits), call(), webhook('sent')];
  const one = read('completed', [message('sent')]);
  const thanks = call({ message: 'm2', askedAt: t(11) });
  const two = [
    thanks,
    webhook('sent', { message: 'm2', askedAt: t(12) }),
    read('completed', [message('sent'), message('sent', { id: 'm2' })]),
  ];

  test('SIGNAL-2: counts those that are open', () => {
    expect(audit([...first, signal(), ...two])).toEqual([]);
    expect(rules([...first, signal({ signalled: 2 }), ...two])).toEqual(['SIGNAL-2']);
    expect(rules([...first, signal({ signalled: 0 }), one])).toEqual(['SIGNAL-2']);
    expect(audit([...first, signal({ askedAt: t(40), signalled: 0 }), one])).toEqual([]);
  });

  test('SIGNAL-2: nothing goes on as after one that nobody sends', () => {
    expect(rules([...first, ...two])).toEqual(['SIGNAL-2']);
    expect(audit([...first, signal({ status: 0, signalled: undefined }), ...two])).toEqual([]);
  });

  test('SIGNAL-5: it counts', () => {
    expect(rules([...first, signal(), one])).toEqual(['SIGNAL-5']);
  });
});

test('OUTAGE-6: a cancel misses nothing, also at a process that does not know of an election', () => {
  const missed = cancel({ cancelled: 0 });
  const rest = [call({ askedAt: t(30) }), webhook('sent'), read('completed', [message('sent')])];
  expect(rules([send(), missed, ...rest])).toEqual(['CANCEL-5']);
  expect(rules([send(), stale(t(8), t(12)), missed, ...rest])).toEqual(['CANCEL-5']);
});

describe('quiet hours', () => {
  const quiet = { from: t(0), to: t(100) };
  const rest = [webhook('sent', { askedAt: t(130) }), read('completed', [message('sent')])];

  test('STATUS-2: nothing is sent in them', () => {
    expect(rules([send({ quiet, askedAt: t(10) }), call({ askedAt: t(50) }), ...rest])).toEqual(['STATUS-2']);
    expect(audit([send({ quiet, askedAt: t(10) }), call({ askedAt: t(101) }), ...rest])).toEqual([]);
    const begun = call({ askedAt: t(6), begunAt: t(-3) });
    expect(audit([send({ quiet, askedAt: t(-10) }), begun, ...rest])).toEqual([]);
  });

  test('MESSAGE-3: the time for retries begins with their end', () => {
    const short = send({ quiet, askedAt: t(10), expiresAfter: 60_000 });
    const expired = (at: number) =>
      read('failed', [message('failed', { error: 'EXPIRED' })], { askedAt: t(at), atRest: true });
    const told = webhook('failed', { error: 'EXPIRED', askedAt: t(170) });
    expect(rules([short, told, expired(120)])).toEqual(['MESSAGE-3']);
    expect(audit([short, told, expired(180)])).toEqual([]);
  });
});

import { audit } from '../../simulator/audit';
import type { Observation } from '../../simulator/observation';
import {
  call,
  erase,
  message,
  notFound,
  read,
  receipt,
  send,
  sentAtRest,
  suppression,
  t,
  webhook,
} from './history';

const rules = (history: Observation[]): string[] => audit(history).map(({ rule }) => rule);
const end = [
  webhook('failed', { error: 'SUPPRESSED' }),
  read('failed', [message('failed', { error: 'SUPPRESSED' })]),
];

describe('CHANNEL-6: a suppressed person gets nothing', () => {
  test('the message fails with SUPPRESSED', () => {
    expect(audit([suppression('add'), send(), ...end])).toEqual([]);
    expect(rules([suppression('add'), send(), call(), ...sentAtRest()])).toEqual(['CHANNEL-6']);
    expect(rules([send(), ...end])).toEqual(['CHANNEL-6']);
  });

  test('an attempt that has begun may still leave', () => {
    const now = suppression('add', { askedAt: t(0.5) });
    expect(audit([send(), now, call({ begunAt: t(0.2) }), ...sentAtRest()])).toEqual([]);
    expect(rules([send(), now, call({ begunAt: t(0.8) }), ...sentAtRest()])).toEqual(['CHANNEL-6']);
  });

  test('an unknown outcome allows both', () => {
    const unknown = suppression('add', { status: 0 });
    expect(audit([unknown, send(), call(), ...sentAtRest()])).toEqual([]);
    expect(audit([unknown, send(), ...end])).toEqual([]);
  });
});

test('RECEIPT-5: a complaint about an erased notification need not suppress the address', () => {
  const complaint = receipt('complained', { askedAt: t(-10), providerMessageId: 'earlier' });
  expect(rules([complaint, send(), call(), ...sentAtRest()])).toEqual(['RECEIPT-4']);
  const erased = erase({ askedAt: t(-20) });
  expect(audit([erased, complaint, send(), call(), ...sentAtRest()])).toEqual([]);
});

describe('RECEIPT-4: reasons are a set', () => {
  const optOut = suppression('add', { reason: 'unsubscribed' });
  const lift = (reason: 'manual' | 'unsubscribed'): Observation =>
    suppression('lift', { reason, askedAt: t(-50) });

  test('each is lifted by its own kind', () => {
    expect(audit([optOut, lift('unsubscribed'), send(), call(), ...sentAtRest()])).toEqual([]);
    expect(rules([optOut, lift('manual'), send(), call(), ...sentAtRest()])).toEqual(['RECEIPT-4']);
    expect(rules([suppression('add'), optOut, lift('manual'), send(), call(), ...sentAtRest()])).toEqual([
      'RECEIPT-4',
    ]);
  });

  test('no reason remains after all are lifted', () => {
    expect(rules([optOut, lift('unsubscribed'), send(), ...end])).toEqual(['CHANNEL-6']);
  });

  test('a STOP that is older than a START suppresses nothing', () => {
    const late = suppression('add', { reason: 'unsubscribed', askedAt: t(-20), occurredAt: t(-90) });
    expect(audit([lift('unsubscribed'), late, send(), call(), ...sentAtRest()])).toEqual([]);
  });

  test('a bounce suppresses, also for the next notification', () => {
    const first = [send(), call(), webhook('sent'), receipt('bounced'), webhook('bounced')];
    const failed = read('completed', [message('failed', { error: 'HARD_BOUNCE', sentAt: t(1) })]);
    const next = { notification: 'n2', message: 'm2', askedAt: t(30) };
    const second = [
      send({ request: 'r2', askedAt: t(29), to: [{ address: 'ada@example.org', notification: 'n2' }] }),
      call(next),
      webhook('sent', { ...next, askedAt: t(70) }),
      read('completed', [message('sent', { id: 'm2' })], { notification: 'n2', atRest: true }),
    ];
    expect(rules([...first, failed, ...second])).toEqual(['RECEIPT-4']);
  });
});

describe('an erased person', () => {
  test('ERASURE-4: gets nothing more', () => {
    expect(audit([send(), call(), erase(), notFound()])).toEqual([]);
    expect(rules([send(), call({ askedAt: t(20) }), erase(), notFound()])).toEqual(['ERASURE-4']);
  });

  test('ERASURE-4: what has left may arrive', () => {
    const flying = call({ askedAt: t(10.5), leftAt: t(10) });
    expect(audit([send(), flying, erase(), notFound()])).toEqual([]);
  });

  test('ERASURE-4: an attempt that began before is not recalled', () => {
    const begun = (at: number) => call({ askedAt: t(20), begunAt: at });
    expect(audit([send(), begun(t(9)), erase(), notFound()])).toEqual([]);
    expect(rules([send(), begun(t(11)), erase(), notFound()])).toEqual(['ERASURE-4']);
  });

  test('ERASURE-3: has no notification', () => {
    expect(rules([send(), call(), erase(), ...sentAtRest()])).toEqual(['ERASURE-3']);
  });

  test('ERASURE-9: is a new contact after the next send', () => {
    expect(audit([erase({ askedAt: t(-10) }), send(), call(), ...sentAtRest()])).toEqual([]);
  });

  test('ERASURE-2: is found before', () => {
    expect(rules([send(), call(), erase({ status: 404 }), ...sentAtRest()])).toEqual(['ERASURE-2']);
  });
});

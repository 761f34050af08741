import { audit } from '../../simulator/audit';
import type { Observation, WebhookCall } from '../../simulator/observation';
import {
  call,
  death,
  erase,
  message,
  notFound,
  read,
  receipt,
  send,
  suppression,
  t,
  webhook,
} from './history';

const rules = (history: Observation[]): string[] => audit(history).map(({ rule }) => rule);
const start = [send(), call()];
const end = read('completed', [message('sent')]);
const sent = (seconds: number, more: Partial<WebhookCall> = {}): Observation =>
  webhook('sent', { askedAt: t(seconds), ...more });
const endpoint = (askedAt: number, active: boolean, enabledEvents?: WebhookCall['event'][]): Observation => ({
  kind: 'endpoint',
  askedAt,
  at: askedAt + 100,
  status: 200,
  active,
  ...(enabledEvents && { enabledEvents }),
});

describe('an event is sent', () => {
  test('MESSAGE-1: that of an accepted message is not missing', () => {
    expect(audit([...start, sent(2), end])).toEqual([]);
    expect(rules([...start, end])).toEqual(['MESSAGE-1']);
  });

  test('WEBHOOK-16: that of a failure is not missing', () => {
    const refused = [
      send(),
      call({ did: 'refused' }),
      read('failed', [message('failed', { error: 'REJECTED' })]),
    ];
    expect(rules(refused)).toEqual(['WEBHOOK-16']);
  });

  test('WEBHOOK-18: that of a complaint is not missing', () => {
    expect(rules([...start, receipt('complained'), sent(2), end])).toEqual(['WEBHOOK-18']);
    expect(audit([...start, receipt('complained'), sent(2), webhook('complained'), end])).toEqual([]);
    expect(rules([...start, sent(2), webhook('complained'), end])).toEqual(['WEBHOOK-18']);
  });

  test('WEBHOOK-38: an erasure removes it', () => {
    expect(audit([...start, erase(), notFound()])).toEqual([]);
  });

  test('WEBHOOK-22: an endpoint that is off gets nothing', () => {
    expect(audit([endpoint(t(-50), false), ...start, end])).toEqual([]);
    expect(rules([endpoint(t(-50), false), ...start, sent(2), end])).toEqual(['WEBHOOK-22']);
  });

  test('WEBHOOK-20: an endpoint gets its types', () => {
    expect(rules([endpoint(t(-50), true, ['delivery.failed']), ...start, sent(2), end])).toEqual([
      'WEBHOOK-20',
    ]);
    expect(audit([endpoint(t(-50), true, ['delivery.failed']), ...start, end])).toEqual([]);
  });

  test('WEBHOOK-17: that of a confirmed e-mail is not missing', () => {
    const confirmed = read('completed', [message('delivered')]);
    expect(rules([...start, sent(2), receipt('delivered'), confirmed])).toEqual(['WEBHOOK-17']);
  });

  test('WEBHOOK-19: that of a suppressed address is not missing', () => {
    const suppressed = read('failed', [message('failed', { error: 'SUPPRESSED' })]);
    expect(rules([suppression('add'), send(), suppressed])).toEqual(['WEBHOOK-19']);
  });

  test('WEBHOOK-13: a failure has its error, and a success has none', () => {
    expect(rules([...start, sent(2, { error: 'REJECTED' }), end])).toEqual(['WEBHOOK-13']);
  });

  test('WEBHOOK-11: it says its own status', () => {
    expect(rules([...start, sent(2, { status: 'delivered' }), end])).toEqual(['WEBHOOK-11']);
  });
});

describe('an event is retried as the rules say', () => {
  test('WEBHOOK-24: after a 5xx and no response', () => {
    expect(audit([...start, sent(2, { answered: 500 }), sent(12), end])).toEqual([]);
    expect(audit([...start, sent(2, { answered: 0 }), sent(22), end])).toEqual([]);
  });

  test('WEBHOOK-23, WEBHOOK-26: not after another response', () => {
    expect(rules([...start, sent(2), sent(30), end])).toEqual(['WEBHOOK-23']);
    expect(rules([...start, sent(2, { answered: 404 }), sent(30), end])).toEqual(['WEBHOOK-26']);
  });

  test('a death before the record excuses a repeat', () => {
    expect(audit([...start, sent(2), death(t(5)), sent(30), end])).toEqual([]);
  });

  test('a process that stood still in an attempt excuses a repeat', () => {
    const attempts = (begunAt: number) => [sent(30, { begunAt }), sent(31)];
    expect(audit([...start, death(t(5)), ...attempts(t(4)), end])).toEqual([]);
    expect(rules([...start, death(t(5)), ...attempts(t(29)), end])).toEqual(['WEBHOOK-23']);
  });

  test('WEBHOOK-25: a retry that a stray repeat has joined, and a repeat that fails after a success', () => {
    const stray = [sent(2, { answered: 500 }), death(t(8)), sent(9, { answered: 0 }), sent(14)];
    expect(audit([...start, ...stray, end])).toEqual([]);
    expect(audit([...start, sent(2), death(t(8)), sent(9, { answered: 0 }), end])).toEqual([]);
  });

  test('WEBHOOK-25: neither too early, nor too often, nor too seldom', () => {
    const failing = [2, 12, 52, 212, 852, 3412].map((seconds) => sent(seconds, { answered: 503 }));
    expect(audit([...start, ...failing, end])).toEqual([]);
    expect(rules([...start, ...failing, sent(9000), end])).toEqual(['WEBHOOK-25']);
    expect(rules([...start, ...failing.slice(0, 3), end])).toEqual(['WEBHOOK-25']);
    const clocks: Observation = { kind: 'disturbance', what: 'its clock differs', at: t(0), skew: 500 };
    expect(rules([clocks, ...start, sent(2, { answered: 500 }), sent(9), end])).toEqual(['WEBHOOK-25']);
    expect(audit([clocks, ...start, sent(2, { answered: 500 }), sent(10.1), end])).toEqual([]);
  });

  test('SIGNATURE-1: each attempt has its own id', () => {
    const attempts = [sent(2, { answered: 500, webhookId: 'w' }), sent(12, { webhookId: 'w' })];
    expect(rules([...start, ...attempts, end])).toEqual(['SIGNATURE-1']);
  });

  test('WEBHOOK-15: a type is raised once', () => {
    expect(rules([...start, sent(2, { answered: 500 }), sent(12, { eventId: 'other' }), end])).toEqual([
      'WEBHOOK-15',
    ]);
  });

  test('WEBHOOK-14: attempts have one timestamp', () => {
    const attempts = [sent(2, { answered: 500, timestamp: t(1) }), sent(12, { timestamp: t(2) })];
    expect(rules([...start, ...attempts, end])).toEqual(['WEBHOOK-14']);
  });
});

describe('events of one message have an order', () => {
  const history = (sentAt: number, deliveredAt: number): Observation[] => [
    ...start,
    receipt('delivered'),
    sent(sentAt, { timestamp: t(1) }),
    webhook('delivered', { askedAt: t(deliveredAt), timestamp: t(2) }),
    read('completed', [message('delivered')]),
  ];

  test('WEBHOOK-14: the earlier one is tried first, or waited for a minute', () => {
    expect(audit(history(3, 4))).toEqual([]);
    expect(rules(history(10, 4))).toEqual(['WEBHOOK-14']);
    expect(audit(history(90, 65))).toEqual([]);
  });

  test('a death excuses another order', () => {
    expect(audit([...history(10, 4), death(t(3))])).toEqual([]);
  });
});

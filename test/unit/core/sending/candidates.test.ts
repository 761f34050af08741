import {
  type SendingRequest,
  candidatesFor,
  firstQueueOf,
  hasHealth,
  PUSH,
  SANDBOX,
  SERVICE_SMTP,
} from '../../../../core/sending/candidates';
import type { Channel } from '../../../../core/shared/channels';
import type { Integration } from '../../../../core/sending/integration';
import { joinTokens } from '../../../../core/contacts/push-tokens';

const integration = (
  id: string,
  channel: Channel,
  priority: number,
  perSecond?: number | null,
): Integration => ({
  ...{ id, channel, provider: 'p', name: id, priority, settings: '{}', sealed: '', perSecond },
  createdAt: new Date(0),
  updatedAt: new Date(0),
});

const request = (integrations: Integration[], over: Partial<SendingRequest> = {}): SendingRequest => ({
  application: { integrations, sandboxRecipients: ['ada@example.org', 'apns:a'] },
  environment: 'production',
  channel: 'email',
  address: 'bob@example.org',
  ...over,
});

const NOW = 1_700_000_000_000;
const queueFor = (of: SendingRequest): string | null =>
  firstQueueOf(of, { delivery: 'at_least_once', nowMs: NOW });
const idsOf = (of: SendingRequest, serviceSmtp = true): string[] =>
  candidatesFor(of, { serviceSmtp }).map(({ id }) => id);

describe('who may send a message', () => {
  it('are the integrations of its channel, by priority', () => {
    const all = [integration('b', 'email', 2), integration('sms', 'sms', 0), integration('a', 'email', 1)];
    expect(idsOf(request(all))).toEqual(['a', 'b']);
  });

  it('is the service for the e-mail of an application that has none, and nobody for other channels', () => {
    expect(idsOf(request([]))).toEqual([SERVICE_SMTP]);
    expect(idsOf(request([]), false)).toEqual([]);
    expect(idsOf(request([], { channel: 'sms' }))).toEqual([]);
  });

  it('are all services together for push', () => {
    const all = [integration('fcm', 'push', 1), integration('apns', 'push', 2)];
    expect(idsOf(request(all, { channel: 'push', address: 'apns:x' }))).toEqual([PUSH]);
  });

  it('is the sandbox for what it captures, and a real one for an address that it delivers to', () => {
    const all = [integration('first', 'email', 1)];
    const sandbox = { environment: 'sandbox' } as const;
    expect(idsOf(request(all, sandbox))).toEqual([SANDBOX]);
    expect(idsOf(request(all, { ...sandbox, address: 'ada@example.org' }))).toEqual(['first']);
    expect(idsOf(request(all, { ...sandbox, address: 'Ada@example.org' }))).toEqual(['first']);
    expect([SANDBOX, PUSH, SERVICE_SMTP, 'first'].map(hasHealth)).toEqual([false, false, true, true]);
  });

  it('is the sandbox for devices of which one is not listed, and for all where none is listed at all', () => {
    const push = { environment: 'sandbox', channel: 'push' } as const;
    const all = [integration('apns', 'push', 1)];
    const to = (...tokens: string[]) => idsOf(request(all, { ...push, address: joinTokens(tokens) ?? '' }));
    expect(to('apns:a')).toEqual([PUSH]);
    expect(to('apns:a', 'apns:b')).toEqual([SANDBOX]);
    expect(to('apns:b', 'apns:a')).toEqual([SANDBOX]);
    const application = { integrations: all, sandboxRecipients: ['apns:a', 'apns:b'] };
    const both = joinTokens(['apns:a', 'apns:b']) ?? '';
    expect(idsOf(request(all, { ...push, address: both, application }))).toEqual([PUSH]);
    expect(idsOf(request(all, { ...push, address: 'apns:a', application: { integrations: all } }))).toEqual([
      SANDBOX,
    ]);
  });

  it('is nobody for push without a service, nor where an application was stored before it had integrations', () => {
    expect(idsOf(request([], { channel: 'push', address: 'apns:a' }))).toEqual([]);
    expect(idsOf(request([], { channel: 'push', address: 'apns:a', application: {} }))).toEqual([]);
    expect(idsOf(request([], { application: {} }))).toEqual([SERVICE_SMTP]);
  });
});

describe('the queue in which a message waits', () => {
  it('is that of the integration that sends, where it has a rate', () => {
    const first = integration('first', 'email', 1, 20);
    expect(queueFor(request([integration('second', 'email', 2, 5), first]))).toBe('first');
  });

  it('is that of all where the integration that sends has none, whatever the others have', () => {
    for (const none of [null, undefined]) {
      const all = [integration('first', 'email', 1, none), integration('second', 'email', 2, 5)];
      expect(queueFor(request(all))).toBeNull();
    }
    expect(queueFor(request([integration('sms', 'sms', 1, 5)]))).toBeNull();
    expect(queueFor(request([]))).toBeNull();
  });

  it('is that of the next one where the first is rested', () => {
    const all = [integration('first', 'email', 1, 20), integration('second', 'email', 2, 5)];
    const rest = { failures: 5, rests: 1, restUntil: new Date(NOW + 60_000), why: '', at: new Date() };
    const application = { integrations: all, health: { first: rest } };
    expect(queueFor(request(all, { application }))).toBe('second');
    const both = { integrations: all, health: { first: rest, second: rest } };
    expect(queueFor(request(all, { application: both }))).toBe('first');
  });

  it('is that of the first with a rate for push, which goes out through several', () => {
    const all = [
      integration('fcm', 'push', 1),
      integration('apns', 'push', 2, 9),
      integration('web', 'push', 3, 1),
    ];
    expect(queueFor(request(all, { channel: 'push', address: 'apns:x' }))).toBe('apns');
  });

  it('is that of all for what sandbox captures, and not for an address that it really delivers to', () => {
    const all = [integration('first', 'email', 1, 20)];
    const sandbox = { environment: 'sandbox' } as const;
    expect(queueFor(request(all, sandbox))).toBeNull();
    expect(queueFor(request(all, { ...sandbox, address: 'ada@example.org' }))).toBe('first');
  });
});

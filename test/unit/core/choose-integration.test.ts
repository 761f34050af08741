import type { SendingRequest } from '../../../core/choose-integration';
import { isCaptured, sendQueueFor } from '../../../core/choose-integration';
import type { Channel } from '../../../core/channels';
import type { Integration } from '../../../core/integration';

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

describe('the queue in which a message waits', () => {
  it('is that of the integration that sends, where it has a rate', () => {
    const first = integration('first', 'email', 1, 20);
    expect(sendQueueFor(request([integration('second', 'email', 2, 5), first]))).toBe('first');
  });

  it('is that of all where the integration that sends has none, whatever the others have', () => {
    for (const none of [null, undefined]) {
      const all = [integration('first', 'email', 1, none), integration('second', 'email', 2, 5)];
      expect(sendQueueFor(request(all))).toBeNull();
    }
    expect(sendQueueFor(request([integration('sms', 'sms', 1, 5)]))).toBeNull();
    expect(sendQueueFor(request([]))).toBeNull();
  });

  it('is that of the first with a rate for push, which goes out through several', () => {
    const all = [
      integration('fcm', 'push', 1),
      integration('apns', 'push', 2, 9),
      integration('web', 'push', 3, 1),
    ];
    expect(sendQueueFor(request(all, { channel: 'push', address: 'apns:x' }))).toBe('apns');
  });

  it('is that of all for what sandbox captures, and not for an address that it really delivers to', () => {
    const all = [integration('first', 'email', 1, 20)];
    const sandbox = { environment: 'sandbox' } as const;
    expect(sendQueueFor(request(all, sandbox))).toBeNull();
    expect(sendQueueFor(request(all, { ...sandbox, address: 'ada@example.org' }))).toBe('first');
    expect(isCaptured(request(all, sandbox))).toBe(true);
    expect(isCaptured(request(all))).toBe(false);
  });
});

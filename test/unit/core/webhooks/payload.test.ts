import { buildWebhookPayload, type WebhookFacts } from '../../../../core/webhooks/payload';

const facts: WebhookFacts = {
  type: 'delivery.sent',
  occurredAt: new Date(1_700_000_000_000),
  notificationId: 'n-1',
  eventName: 'welcome',
  message: {
    id: 'm-1',
    channel: 'email',
    providerMessageId: '<m-1@example.com>',
    sentAt: new Date(1_700_000_000_123),
    deliveredAt: null,
  },
  error: null,
};

describe('the payload of a webhook', () => {
  it('WEBHOOK-11: has the fields of the interface and no others', () => {
    expect(JSON.parse(JSON.stringify(buildWebhookPayload(facts)))).toEqual({
      event: 'delivery.sent',
      delivery: {
        uuid: 'm-1',
        channel: 'email',
        status: 'sent',
        event_name: 'welcome',
        message_id: '<m-1@example.com>',
        sent_at: '2023-11-14T22:13:20.123Z',
        delivered_at: null,
        error: null,
      },
      request_id: 'n-1',
      timestamp: '2023-11-14T22:13:20.000Z',
    });
  });

  it('TENANT-11: has the tenant of the send, if it named one', () => {
    expect(buildWebhookPayload({ ...facts, tenant: 'acme' })).toEqual({
      ...buildWebhookPayload(facts),
      tenant: 'acme',
    });
  });

  it('WEBHOOK-13: carries code and message of an error, and nothing else that was stored with it', () => {
    const error = { code: 'HARD_BOUNCE' as const, message: 'No such user', attempt: 3 };
    expect(buildWebhookPayload({ ...facts, type: 'delivery.bounced', error }).delivery).toMatchObject({
      status: 'bounced',
      error: { code: 'HARD_BOUNCE', message: 'No such user' },
    });
    expect(buildWebhookPayload({ ...facts, error }).delivery.error).not.toHaveProperty('attempt');
  });

  it('WEBHOOK-12: names the message by our id while no provider has named it', () => {
    const message = { ...facts.message, providerMessageId: null, sentAt: null };
    expect(buildWebhookPayload({ ...facts, message }).delivery).toMatchObject({
      message_id: 'm-1',
      sent_at: null,
    });
  });
});

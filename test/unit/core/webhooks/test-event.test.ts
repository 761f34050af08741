import { DELIVERY_EVENT_TYPES } from '../../../../core/webhooks/event';
import { buildTestEvent, TEST_EVENT_NAME } from '../../../../core/webhooks/test-event';
import { signWebhook } from '../../../../core/webhooks/signature';

const at = new Date('2026-03-01T09:00:00Z');
const MESSAGE = 'This is a test event: no message was sent.';
const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

test.each(DELIVERY_EVENT_TYPES.map((type) => [type]))(
  'a test event of %s has the form of its type',
  (type) => {
    const { notificationId, body } = buildTestEvent(type, at);
    const payload = JSON.parse(body) as { delivery: { uuid: string; message_id: string } };
    const errors: Record<string, object> = {
      'delivery.failed': { code: 'REJECTED', message: MESSAGE },
      'delivery.bounced': { code: 'HARD_BOUNCE', message: MESSAGE },
    };
    expect(payload).toEqual({
      event: type,
      delivery: {
        ...{ uuid: UUID, message_id: payload.delivery.uuid, channel: 'email', event_name: 'webhook.test' },
        status: type.replace('delivery.', ''),
        sent_at: type === 'delivery.failed' ? null : at.toISOString(),
        delivered_at: type === 'delivery.delivered' ? at.toISOString() : null,
        error: errors[type] ?? null,
      },
      request_id: notificationId,
      timestamp: at.toISOString(),
    });
    expect(notificationId).toEqual(UUID);
    expect(TEST_EVENT_NAME).toBe('webhook.test');
  },
);

test('WEBHOOK-43: a test event of preference.changed is about a contact', () => {
  expect(JSON.parse(buildTestEvent('preference.changed', at).body)).toEqual({
    event: 'preference.changed',
    contact: { uuid: UUID, external_id: null },
    changes: [{ category: TEST_EVENT_NAME, channel: null, was: null, on: false }],
    by: 'api',
    chosen_at: at.toISOString(),
    timestamp: at.toISOString(),
  });
});

test('a secret without its prefix is the base64 of its bytes', () => {
  const bare = Buffer.alloc(32, 9).toString('base64');
  const of = (secret: string) =>
    signWebhook({ secret, body: '{}', timestamp: 1, eventId: 'e', attemptId: 'a', brand: 'Acme' })[
      'webhook-signature'
    ];
  expect(of(bare)).toBe(of(`whsec_${bare}`));
});

import { eventIdOf } from '../../../core/shared/ids';
import type { WebhookEndpoint } from '../../../store/webhooks/endpoints';
import { isConfirmedByReceipt, sentEventOf } from '../../../store/notifications/missing-sent-event';
import type { Message, Notification } from '../../../store/notifications/model';
import { ownDatabase } from '../database';
import { attemptOf, eventOf, inFlightOf, messageOf, noon, sendingOf, notificationOf } from '../documents';

const db = ownDatabase({ bystanders: { Notification: notificationOf() } });

const idle = (over: Partial<Notification> = {}): Notification => sendingOf({ inFlight: null, ...over });
/** A message that a receipt proved sent, with no attempt that could say so. */
const provenMessage = (over: Partial<Message> = {}): Message =>
  messageOf({ status: 'sent', sentAt: noon(5), ...over });
const endpointOf = (over: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  _id: 'endpoint',
  scope: 'app:production',
  url: 'https://example.org/',
  enabledEvents: ['delivery.sent'],
  isActive: true,
  description: '',
  signingSecret: 's',
  createdAt: noon(),
  updatedAt: noon(),
  ...over,
});

describe('going on after a message that a receipt proved sent', () => {
  test.each([
    ['a step', 'running', 'running', null],
    ['a WAIT', 'waiting', 'waiting', null],
    ['nothing', 'close', 'completed', noon(9)],
  ] as const)('with %s to follow', async (_, after, status, completedAt) => {
    const [other, message] = [messageOf({ step: 'other' }), provenMessage()];
    const before = idle({ status: after === 'running' ? 'waiting' : 'running', messages: [other, message] });
    const event = eventOf();
    await db.put(before);
    const proven = { notification: before, messageId: message.id, event, after, at: noon(9) };
    expect(await db.store.outcomes.recordConfirmed(proven)).toBe(status);
    expect(await db.read(before._id)).toEqual({
      ...before,
      ...{ status, completedAt, untold: [event.id], untoldSince: noon(9) },
      messages: [other, { ...message, events: [event] }],
    });
  });

  test('without an event nothing is to be told', async () => {
    const before = idle({ status: 'waiting', messages: [provenMessage()] });
    await db.put(before);
    const proven = {
      notification: before,
      messageId: before.messages[0]?.id ?? '',
      event: null,
      at: noon(9),
    };
    expect(await db.store.outcomes.recordConfirmed({ ...proven, after: 'running' })).toBe('running');
    expect(await db.read(before._id)).toEqual({ ...before, status: 'running' });
  });

  test('the event is stored in the message once', async () => {
    const event = eventOf();
    const before = idle({ messages: [provenMessage({ events: [event] })] });
    await db.put(before);
    const messageId = before.messages[0]?.id ?? '';
    await db.store.outcomes.recordConfirmed({
      notification: before,
      messageId,
      event,
      after: 'running',
      at: noon(9),
    });
    expect((await db.read(before._id)).messages[0]?.events).toEqual([event]);
  });

  test.each([
    ['a send is in flight', { inFlight: inFlightOf() }],
    ['it has stopped', { status: 'stopped' as const }],
    ['it has failed', { status: 'failed' as const }],
    ['it is completed', { status: 'completed' as const }],
  ])('nothing happens where %s', async (_, over) => {
    const before = idle({ messages: [provenMessage()], ...over });
    await db.put(before);
    const messageId = before.messages[0]?.id ?? '';
    const proven = {
      notification: before,
      messageId,
      event: eventOf(),
      after: 'close',
      at: noon(9),
    } as const;
    expect(await db.store.outcomes.recordConfirmed(proven)).toBeNull();
    expect(await db.read(before._id)).toEqual(before);
  });
});

describe('what only a receipt says', () => {
  test('a message is proven sent where no attempt says so', () => {
    expect(isConfirmedByReceipt(provenMessage())).toBe(true);
    expect(isConfirmedByReceipt(provenMessage({ attempts: [attemptOf({ outcome: 'transient' })] }))).toBe(
      true,
    );
    expect(
      isConfirmedByReceipt(provenMessage({ attempts: [attemptOf({ outcome: 'unknown' }), attemptOf()] })),
    ).toBe(false);
    expect(isConfirmedByReceipt(messageOf())).toBe(false);
  });

  test('its event has the time of the receipt, and the id that its SEND would have given it', () => {
    const message = messageOf({ events: [eventOf({ type: 'delivery.failed' })] });
    expect(sentEventOf(message, noon(5), endpointOf())).toEqual({
      id: eventIdOf(message.id, 'delivery.sent'),
      type: 'delivery.sent',
      at: noon(5),
      endpointId: 'endpoint',
    });
  });

  test('an endpoint that was made at that moment gets it', () => {
    expect(sentEventOf(messageOf(), noon(5), endpointOf({ createdAt: noon(5) }))).not.toBeNull();
  });

  test.each([
    ['there is no endpoint', messageOf(), null],
    ['the endpoint is off', messageOf(), endpointOf({ isActive: false })],
    ['the endpoint does not want it', messageOf(), endpointOf({ enabledEvents: ['delivery.failed'] })],
    ['the endpoint was made later', messageOf(), endpointOf({ createdAt: noon(6) })],
    ['the message has one', messageOf({ events: [eventOf()] }), endpointOf()],
  ])('there is none where %s', (_, message, endpoint) => {
    expect(sentEventOf(message, noon(5), endpoint)).toBeNull();
  });
});

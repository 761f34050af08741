import { eventIdOf } from '../../core/ids';
import type { WebhookEndpoint } from '../../store/webhooks';
import { isProven, provenEvent, raiseUnsaid } from '../../store/unsaid';
import type { Message, Notification } from '../../store/notification-model';
import { ownDatabase } from './database';
import {
  attemptOf,
  eventOf,
  inFlightOf,
  messageOf,
  noon,
  SCOPE,
  sendingOf,
  notificationOf,
} from './documents';

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
    expect(await db.store.outcomes.recordProven(proven)).toBe(status);
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
    expect(await db.store.outcomes.recordProven({ ...proven, after: 'running' })).toBe('running');
    expect(await db.read(before._id)).toEqual({ ...before, status: 'running' });
  });

  test('the event is stored in the message once', async () => {
    const event = eventOf();
    const before = idle({ messages: [provenMessage({ events: [event] })] });
    await db.put(before);
    const messageId = before.messages[0]?.id ?? '';
    await db.store.outcomes.recordProven({
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
    expect(await db.store.outcomes.recordProven(proven)).toBeNull();
    expect(await db.read(before._id)).toEqual(before);
  });
});

describe('raising an event in a notification that is over', () => {
  test.each(['completed', 'failed', 'stopped'] as const)(
    'it is raised once where that is %s',
    async (status) => {
      const [other, message] = [messageOf({ step: 'other' }), provenMessage()];
      const before = idle({ status, messages: [other, message] });
      const event = eventOf({ at: noon(5) });
      await db.put(before);
      expect(await db.store.outcomes.raise(before._id, message.id, event)).toBe(true);
      const raised = {
        ...before,
        ...{ untold: [event.id], untoldSince: noon(5) },
        messages: [other, { ...message, events: [event] }],
      };
      expect(await db.read(before._id)).toEqual(raised);
      expect(await db.store.outcomes.raise(before._id, message.id, event)).toBe(false);
      expect(await db.read(before._id)).toEqual(raised);
    },
  );

  test.each(['running', 'waiting'] as const)('it is not raised where that is %s', async (status) => {
    const before = idle({ status, messages: [provenMessage()] });
    await db.put(before);
    expect(await db.store.outcomes.raise(before._id, before.messages[0]?.id ?? '', eventOf())).toBe(false);
    expect(await db.read(before._id)).toEqual(before);
  });

  test('a message of another notification has no event here', async () => {
    const before = idle({ status: 'completed' });
    await db.put(before);
    expect(await db.store.outcomes.raise(before._id, 'another', eventOf())).toBe(false);
  });
});

describe('what only a receipt says', () => {
  test('a message is proven sent where no attempt says so', () => {
    expect(isProven(provenMessage())).toBe(true);
    expect(isProven(provenMessage({ attempts: [attemptOf({ outcome: 'transient' })] }))).toBe(true);
    expect(isProven(provenMessage({ attempts: [attemptOf({ outcome: 'unknown' }), attemptOf()] }))).toBe(
      false,
    );
    expect(isProven(messageOf())).toBe(false);
  });

  test('its event has the time of the receipt, and the id that its SEND would have given it', () => {
    const message = provenMessage();
    expect(provenEvent(message, endpointOf())).toEqual({
      id: eventIdOf(message.id, 'delivery.sent'),
      type: 'delivery.sent',
      at: noon(5),
      endpointId: 'endpoint',
    });
  });

  test('an endpoint that was made at that moment gets it', () => {
    expect(provenEvent(provenMessage(), endpointOf({ createdAt: noon(5) }))).not.toBeNull();
  });

  test.each([
    ['there is no endpoint', provenMessage(), null],
    ['the endpoint is off', provenMessage(), endpointOf({ isActive: false })],
    ['the endpoint does not want it', provenMessage(), endpointOf({ enabledEvents: ['delivery.failed'] })],
    ['the endpoint was made later', provenMessage(), endpointOf({ createdAt: noon(6) })],
    ['the message was not sent', messageOf(), endpointOf()],
    ['an attempt has said so', provenMessage({ attempts: [attemptOf()] }), endpointOf()],
  ])('there is none where %s', (_, message, endpoint) => {
    expect(provenEvent(message, endpoint)).toBeNull();
  });
});

describe('events that a cancel kept from being raised', () => {
  beforeAll(async () => {
    await db.store.webhooks.insert(endpointOf());
  });
  const stopped = async (messages: Message[], over: Partial<Notification> = {}): Promise<Notification> => {
    const notification = idle({ status: 'stopped', messages, ...over });
    await db.put(notification);
    return notification;
  };

  test('they are raised for each proven message, once', async () => {
    const unsaid = [provenMessage(), provenMessage({ step: 'second' })];
    const said = [
      messageOf({ step: 'queued' }),
      provenMessage({ step: 'attempted', attempts: [attemptOf()] }),
      provenMessage({ step: 'told', events: [eventOf({ type: 'delivery.delivered' }), eventOf()] }),
    ];
    const notification = await stopped([...said, ...unsaid]);
    const ids = unsaid.map(({ id }) => eventIdOf(id, 'delivery.sent'));
    expect(await raiseUnsaid(db.store, notification)).toEqual(ids);
    expect((await db.read(notification._id)).untold).toEqual(ids);
    expect(await raiseUnsaid(db.store, notification)).toEqual([]);
  });

  test('another event of the message does not stand for it', async () => {
    const notification = await stopped([
      provenMessage({ events: [eventOf({ type: 'delivery.delivered' })] }),
    ]);
    expect(await raiseUnsaid(db.store, notification)).toHaveLength(1);
  });

  test('an open notification raises its events itself', async () => {
    const notification = await stopped([provenMessage()]);
    expect(await raiseUnsaid(db.store, { ...notification, status: 'running' })).toEqual([]);
    expect((await db.read(notification._id)).untold).toBeUndefined();
  });

  test('nothing is raised for an endpoint of another environment', async () => {
    const notification = await stopped([provenMessage()], { ...SCOPE, environment: 'sandbox' });
    expect(await raiseUnsaid(db.store, notification)).toEqual([]);
  });

  test('where nothing is to be raised no endpoint is asked for', async () => {
    const notification = await stopped([messageOf()]);
    const ask = jest.spyOn(db.store.webhooks, 'ofScope');
    expect(await raiseUnsaid(db.store, notification)).toEqual([]);
    expect(ask).not.toHaveBeenCalled();
  });
});

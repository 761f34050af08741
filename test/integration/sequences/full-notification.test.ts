import { newMessage } from '../../../store/notifications/new-message';
import { eventually } from '../../support/eventually';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

/** Sends again when it is signalled, and not before. */
const LONG = `
channels: [email]
templates: { email: { en: { subject: Hello, text: Hello } } }
sequence: { code: trial-ending }
`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ events: { 'long.yaml': LONG } });
});
afterAll(() => stack.stop());

test('a notification that has no room for another message fails and says so, and is not retried for ever', async () => {
  const to = newAddress();
  const id = await stack.production.send('long', { to });
  await eventually('the first mail', () => stack.smtp.mailsTo(to).length === 1);
  await untilStatus(stack.production, id, 'waiting');
  // What a long sequence has sent: 100 messages with as much content as is kept.
  const rendered = { text: 'x'.repeat(158_000), language: 'en' };
  for (let part = 0; part < 10; part += 1) {
    const messages = Array.from({ length: 10 }, (_, at) => ({
      ...newMessage({
        notificationId: id,
        step: `s${part}-${at}`,
        channel: 'email',
        address: to,
        at: new Date(),
        retriedUntil: new Date(),
      }),
      ...{ status: 'sent' as const, rendered },
    }));
    await stack.connection.mongoose
      .collection<{ _id: string; messages: object[] }>('notifications')
      .updateOne({ _id: id }, { $push: { messages: { $each: messages } } });
  }
  await stack.admin.post(`/admin/v1/notifications/${id}/signal`, { name: 'converted' });
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'failed' });
  expect(await stack.store.notifications.get(id)).toMatchObject({
    failure: expect.stringMatching(/^NOTIFICATION_FULL: The notification has 101 messages/),
  });
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
});

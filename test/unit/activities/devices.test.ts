import { addressNow } from '../../../activities/deliver/devices';
import type { Contact } from '../../../store/contacts/model';
import { newMessage } from '../../../store/notifications/new-message';
import type { Attempt, Message } from '../../../store/notifications/model';

const attempt = { id: 'a1', outcome: 'rate_limited' } as Attempt;
const message = (changes: Partial<Message> = {}): Message => ({
  ...newMessage({ notificationId: 'n1', step: 's1', channel: 'push', address: 'a\nb', at: new Date() }),
  ...changes,
});
const contact = (...pushTokens: string[]) => ({ pushTokens }) as Contact;

test.each([
  ['a first attempt goes where it was accepted for', message(), contact(), 'a\nb'],
  ['a repeat leaves out what the contact has lost', message({ attempts: [attempt] }), contact('b', 'c'), 'b'],
  ['a repeat to nobody has no address', message({ attempts: [attempt] }), contact('c'), null],
  ['another channel keeps its address', message({ channel: 'sms', attempts: [attempt] }), contact(), 'a\nb'],
  ['what could not be routed has none', message({ address: null }), contact('a'), null],
])('%s', (_name, sending, owner, expected) => {
  expect(addressNow(sending, owner)).toBe(expected);
});

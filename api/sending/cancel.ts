import { z } from 'zod';
import { cancelBody } from '../../core/schemas/send';
import { answer } from '../http/formats';
import { route } from '../http/route';
import { cancelNotifications } from './cancel-notifications';
import { eventIn, eventName } from './event-name';
import { oneRecipient } from './one-recipient';
import { recipientOrSlackChannel } from './shown-recipient';

/** Cancels pending notifications (docs/reference/rules/notifications.md). */
export const cancel = route({
  id: 'cancel',
  tag: 'Sending',
  method: 'post',
  path: '/v1/cancel/:event',
  scope: 'send',
  summary: "Cancel a contact's pending notifications of an event",
  description:
    'A send that is with its provider is not recalled. The answer waits for its outcome, 10 seconds at most. Nothing pending, or an unknown contact, is `cancelled: 0`.',
  params: { event: eventName },
  body: cancelBody,
  shown: { body: cancelBody.extend({ to: recipientOrSlackChannel }).meta({ id: 'CancelRequest' }) },
  answer: answer('Cancelled', {
    cancelled: z.int().min(0).describe('How many notifications ended `stopped`.'),
  }),
  answered: 'How many were stopped.',
  errors: ['EVENT_NOT_FOUND'],
  examples: {
    body: {
      'An address': { to: 'ada@example.com' },
      'An external id': { to: { external_id: 'user-42' } },
      'One of several bookings': { to: 'ada@example.com', reference: 'booking-17' },
    },
    answer: { 'One was pending': { success: true, cancelled: 1 } },
  },
  handler: async (call, deps) => {
    const event = await eventIn(call, deps);
    const { to, reference } = call.body;
    const of = { event: event.name, recipient: oneRecipient(to), reference };
    return { cancelled: await cancelNotifications(deps, call.caller, of) };
  },
});

import { z } from 'zod';
import { signalBody } from '../../core/schemas/send';
import { answer } from '../http/formats';
import { route } from '../http/route';
import { eventIn, eventName } from './event-name';
import { oneRecipient } from './one-recipient';
import { recipientOrSlackChannel } from './shown-recipient';
import { signalNotifications } from './signal-notifications';

/** Signals sequences in code (docs/reference/rules/notifications.md). */
export const signal = route({
  id: 'signal',
  tag: 'Sending',
  method: 'post',
  path: '/v1/signal/:event',
  scope: 'send',
  summary: "Signal a contact's open notifications of an event",
  description:
    'For events whose sequence is code. Every open notification whose sequence handles the signal gets it. Nothing open, or an unknown contact, is `signalled: 0`. A signal that none handles is 400.',
  params: { event: eventName },
  body: signalBody,
  shown: { body: signalBody.extend({ to: recipientOrSlackChannel }).meta({ id: 'SignalRequest' }) },
  answer: answer('Signalled', {
    signalled: z.int().min(0).describe('How many notifications got the signal.'),
  }),
  answered: 'How many got the signal.',
  errors: ['EVENT_NOT_FOUND'],
  examples: {
    body: {
      'Without arguments': { to: 'ada@example.com', signal: 'converted' },
      'With arguments': {
        to: { external_id: 'user-42' },
        signal: 'paid',
        args: [{ invoice: '2026-17', amount: 90 }],
      },
    },
    answer: { 'One was open': { success: true, signalled: 1 } },
  },
  handler: async (call, deps) => {
    const event = await eventIn(call, deps);
    const { to, reference, signal: name, args = [] } = call.body;
    const of = { event, recipient: oneRecipient(to), reference };
    return { signalled: await signalNotifications(deps, call.caller, of, { name, args }) };
  },
});

import { sendBody, shownFrom } from '../../core/schemas/send';
import { channel } from '../http/formats';
import { route } from '../http/route';
import { sendAnswer } from './answer';
import { BULK_TYPES } from './bulk/formats';
import { sendHeader } from './bulk/send-header';
import { eventName } from './event-name';
import { ANSWERS, CHANNEL_SENDS, SENDS } from './send-examples';
import { IDEMPOTENCY_KEYS, REPLAY_HEADERS } from './idempotency';
import { preferHeader, preferenceApplied } from './prefer-wait';
import { to, toOrSlackChannel } from './shown-recipient';
import { takeSend } from './take-send';
import { warningHeader } from './warn';

const RULES =
  'A recipient that is not known yet becomes a contact. In an array, some recipients can be rejected while others are accepted. If all are rejected, the answer is 400 (402 if the quota was the only reason) and nothing is sent. Up to 10,000 recipients come as JSON Lines or CSV, with an idempotency key.';

/** What both routes of a send have (docs/reference/rules/sending.md). The handler validates the body, after it has read the idempotency key. */
const ofSend = {
  tag: 'Sending',
  method: 'post',
  scope: 'send',
  headers: {
    request: [...IDEMPOTENCY_KEYS, preferHeader, sendHeader],
    answer: [...REPLAY_HEADERS, preferenceApplied, warningHeader],
  },
  streamed: BULK_TYPES,
  answer: sendAnswer,
  answered:
    'Accepted: durable, and it will be sent. An array is answered with an entry for each recipient, `Prefer: wait` with the notification.',
  errors: [
    'TEMPLATE_MISSING',
    'IDENTIFIER_MISSING',
    'SENDER_UNVERIFIED',
    'QUOTA_EXCEEDED',
    'EVENT_NOT_FOUND',
    'NOTIFICATION_NOT_FOUND',
    'IDEMPOTENCY_IN_PROGRESS',
    'IDEMPOTENCY_MISMATCH',
    'UNDELIVERABLE',
    'PROVIDER_ERROR',
  ],
  links: {
    notification: {
      operationId: 'getNotification',
      parameters: { id: '$response.body#/id' },
      description: 'The notification, if the send had one recipient.',
    },
  },
  handler: takeSend,
} as const;

export const send = route({
  ...ofSend,
  id: 'send',
  path: '/v1/send/:event',
  summary: 'Send an event',
  description: `The first channel of the event's order that has a template, that the contact has an identifier for and that is not suppressed for it is taken. ${RULES}`,
  params: { event: eventName },
  shown: {
    body: sendBody
      .extend({ to, from: shownFrom })
      .meta({ id: 'SendRequest', description: 'A send whose channel the service chooses.' }),
  },
  examples: { body: SENDS, answer: ANSWERS },
});

export const sendToChannel = route({
  ...ofSend,
  id: 'sendToChannel',
  path: '/v1/send/:event/:channel',
  summary: 'Send an event over one channel',
  description: `The event must have a template for the channel and the contact an identifier. ${RULES}`,
  params: { event: eventName, channel: channel.describe('The channel to send over.') },
  shown: {
    body: sendBody
      .extend({ to: toOrSlackChannel, from: shownFrom })
      .meta({ id: 'ChannelSendRequest', description: 'A send over the channel that the path names.' }),
  },
  examples: { body: CHANNEL_SENDS, answer: ANSWERS },
});

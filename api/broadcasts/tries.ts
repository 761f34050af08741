import type { z } from 'zod';
import { broadcastPreviewBody, broadcastTestBody } from '../../core/schemas/broadcasts';
import { newId } from '../../core/shared/ids';
import { route } from '../http/route';
import { batchAnswer } from '../sending/answer';
import { eventName } from '../sending/event-name';
import { IDEMPOTENCY_KEYS, REPLAY_HEADERS } from '../sending/idempotency';
import { ANSWERS } from '../sending/send-examples';
import { takeSend } from '../sending/take-send';
import { PREVIEW, PREVIEWS, TESTS } from './broadcast-examples';
import { dryRun } from './dry-run';
import { previewAnswer, previewView } from './dry-run-view';
import { readBroadcast } from './read-broadcast';

const ofTries = {
  tag: 'Broadcasts',
  scope: 'broadcast',
  method: 'post',
  params: { event: eventName },
} as const;

export const previewBroadcast = route({
  ...ofTries,
  id: 'previewBroadcast',
  path: '/v1/broadcast/:event/preview',
  summary: 'Show whom a broadcast would reach',
  description:
    'It sends and changes nothing. It examines up to 20,000 contacts for up to 5 seconds, and estimates a larger audience from these.',
  body: broadcastPreviewBody.meta({ id: 'BroadcastPreviewRequest' }),
  answer: previewAnswer,
  answered: 'Whom it would reach now, and who would get nothing and why.',
  errors: ['EVENT_NOT_FOUND', 'TEMPLATE_MISSING', 'SENDER_UNVERIFIED'],
  examples: { body: PREVIEWS, answer: PREVIEW },
  handler: async (call, deps) => {
    const asked = { event: call.params.event, body: () => call.body, id: newId(), at: deps.store.now() };
    const order = await readBroadcast(deps, call.caller, asked);
    return previewView(order, await dryRun(deps, order));
  },
});

export const testBroadcast = route({
  ...ofTries,
  id: 'testBroadcast',
  path: '/v1/broadcast/:event/test',
  summary: 'Send what a broadcast would send to a few people',
  description:
    'It is a send to an array of up to five recipients, with the content of the broadcast. It makes no broadcast.',
  headers: { request: IDEMPOTENCY_KEYS, answer: REPLAY_HEADERS },
  body: broadcastTestBody.meta({ id: 'BroadcastTestRequest' }),
  answer: batchAnswer,
  answered: 'As the answer to a send to an array.',
  errors: [
    'TEMPLATE_MISSING',
    'IDENTIFIER_MISSING',
    'SENDER_UNVERIFIED',
    'QUOTA_EXCEEDED',
    'EVENT_NOT_FOUND',
    'IDEMPOTENCY_IN_PROGRESS',
    'IDEMPOTENCY_MISMATCH',
  ],
  examples: { body: TESTS, answer: { 'To two people': ANSWERS['An array'] } },
  handler: async (call, deps) => {
    // Read first: a send takes more fields.
    void call.body;
    // What a send to an array answers.
    return (await takeSend(call, deps)) as unknown as z.output<typeof batchAnswer>;
  },
});

import { z } from 'zod';
import { broadcastBody, broadcastsQuery } from '../../core/schemas/broadcasts';
import { uuid } from '../http/formats';
import { route } from '../http/route';
import { eventName } from '../sending/event-name';
import { idempotently, IDEMPOTENCY_KEYS, keyedRequest, REPLAY_HEADERS } from '../sending/idempotency';
import { broadcastsPage, shownBroadcast } from './actions';
import { ACCEPTED, BODIES, BROADCAST } from './broadcast-examples';
import { type BroadcastChange, broadcastWithId, changeBroadcast } from './change-broadcast';
import { makeBroadcast } from './create-broadcast';
import { broadcastAnswer, broadcastsAnswer } from './view';

const ofBroadcasts = { tag: 'Broadcasts', scope: 'broadcast' } as const;
const ID = '/v1/broadcasts/:id';
const params = { id: uuid.describe('The broadcast.').meta({ examples: [BROADCAST.id] }) };

const accepted = z
  .object({
    id: uuid.describe('The broadcast.'),
    event: z.string(),
    status: z.literal('accepted'),
  })
  .meta({ id: 'BroadcastAccepted', description: 'The broadcast is durable, and begins at its time.' });

export const createBroadcast = route({
  ...ofBroadcasts,
  id: 'createBroadcast',
  method: 'post',
  path: '/v1/broadcast/:event',
  summary: 'Send an event to an audience',
  description:
    'Each contact that is in the topic or segment when the broadcast begins gets exactly one notification. Preferences, suppressions, caps and quiet hours decide for each, as for any send.',
  params: { event: eventName },
  headers: { request: IDEMPOTENCY_KEYS, answer: REPLAY_HEADERS },
  body: broadcastBody.meta({ id: 'BroadcastRequest', description: 'An event for an audience.' }),
  answer: accepted,
  answered: 'Accepted: it is durable. Nobody was reached yet.',
  errors: [
    'EVENT_NOT_FOUND',
    'TEMPLATE_MISSING',
    'SENDER_UNVERIFIED',
    'IDEMPOTENCY_IN_PROGRESS',
    'IDEMPOTENCY_MISMATCH',
  ],
  links: {
    broadcast: {
      operationId: 'getBroadcast',
      parameters: { id: '$response.body#/id' },
      description: 'The broadcast, with its counts.',
    },
  },
  examples: { body: BODIES, answer: ACCEPTED },
  handler: async (call, deps) => {
    const { caller, request, response, params } = call;
    const { key } = caller;
    const by = { id: key.id, name: key.label ?? key.prefix };
    const asked = { caller, by, event: params.event, body: () => call.body };
    const { answer, replayed } = await idempotently(deps, caller, keyedRequest(request), async (slot) => {
      const made = { id: slot.seed, at: slot.at, mayExist: slot.existing !== null };
      const { broadcast } = await makeBroadcast(deps, asked, made);
      return { status: 200, body: { id: broadcast._id, event: broadcast.event, status: 'accepted' } };
    });
    if (replayed) response.set({ 'Idempotent-Replay': 'true', 'X-Idempotent-Replay': 'true' });
    return answer.body as unknown as z.output<typeof accepted>;
  },
});

export const getBroadcast = route({
  ...ofBroadcasts,
  id: 'getBroadcast',
  method: 'get',
  path: ID,
  params,
  summary: 'Read a broadcast and its counts',
  answer: broadcastAnswer,
  answered: 'The broadcast.',
  errors: ['BROADCAST_NOT_FOUND'],
  examples: { answer: { 'One that runs': { success: true, broadcast: BROADCAST } } },
  handler: async ({ caller, params: { id } }, { store }) =>
    shownBroadcast(store, await broadcastWithId(store, id, caller.scope)),
});

export const listBroadcasts = route({
  ...ofBroadcasts,
  id: 'listBroadcasts',
  method: 'get',
  path: '/v1/broadcasts',
  summary: 'List broadcasts',
  description: 'The newest first.',
  query: broadcastsQuery,
  answer: broadcastsAnswer,
  answered: 'One page of the broadcasts.',
  examples: { answer: { 'One broadcast': { success: true, broadcasts: [BROADCAST], next: null } } },
  handler: ({ caller, query }, { store }) => broadcastsPage(store, caller.scope, query),
});

/** Returns the route of a change. */
const changing = <const Change extends BroadcastChange, const Id extends string>(
  id: Id,
  change: Change,
  words: { summary: string; description: string; errors?: readonly ['PAUSES_FULL'] },
) =>
  route({
    ...ofBroadcasts,
    id,
    method: 'post',
    path: `${ID}/${change}`,
    params,
    summary: words.summary,
    description: words.description,
    answer: broadcastAnswer,
    answered: 'The broadcast after the change.',
    errors: ['BROADCAST_NOT_FOUND', 'BROADCAST_STATE', ...(words.errors ?? [])],
    examples: { answer: { 'The broadcast': { success: true, broadcast: BROADCAST } } },
    handler: async ({ caller, params: { id: of } }, deps) => {
      const before = await broadcastWithId(deps.store, String(of), caller.scope);
      const by = caller.key.label ?? caller.key.prefix;
      return shownBroadcast(deps.store, await changeBroadcast(deps, before, change, by));
    },
  });

export const cancelBroadcast = changing('cancelBroadcast', 'cancel', {
  summary: 'Cancel a broadcast',
  description:
    'After the answer, it hands nothing more to a provider, except messages that are being handed over at that moment. A cancelled broadcast stays as it is.',
});

export const pauseBroadcast = changing('pauseBroadcast', 'pause', {
  summary: 'Pause a broadcast',
  description:
    'It reaches nobody until it is resumed, and recipients who wait are held. A paused broadcast stays as it is.',
  errors: ['PAUSES_FULL'],
});

export const resumeBroadcast = changing('resumeBroadcast', 'resume', {
  summary: 'Resume a paused broadcast',
  description:
    'It goes on at the place that it had reached, and releases the recipients that it holds. One that runs stays as it is.',
});

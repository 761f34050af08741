import {
  adminBroadcastBody,
  adminBroadcastPreviewBody,
  adminBroadcastTestBody,
  broadcastsQuery,
} from '../../../core/schemas/broadcasts';
import { broadcastIdOf, newId } from '../../../core/shared/ids';
import { broadcastsPage, shownBroadcast } from '../../broadcasts/actions';
import { broadcastWithId } from '../../broadcasts/change-broadcast';
import { makeBroadcast } from '../../broadcasts/create-broadcast';
import { dryRun } from '../../broadcasts/dry-run';
import { previewAnswer, previewView } from '../../broadcasts/dry-run-view';
import { readBroadcast } from '../../broadcasts/read-broadcast';
import { broadcastAnswer, broadcastsAnswer } from '../../broadcasts/view';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { batchAnswer } from '../../sending/answer';
import { withoutKey } from '../../sending/idempotency';
import { send } from '../../sending/send';
import { scopeIn } from '../events/event-in';
import { BROADCAST, broadcastAudit, BROADCASTS } from './broadcast-in';

const ofBroadcasts = { tag: 'Broadcasts', method: 'post', role: 'editor' } as const;
const REFUSED = [
  ...(['APPLICATION_NOT_FOUND', 'EVENT_NOT_FOUND', 'TEMPLATE_MISSING', 'SENDER_UNVERIFIED'] as const),
  ...(['SUBSCRIPTION_INACTIVE'] as const),
] as const;

export const listBroadcasts = route({
  id: 'listBroadcasts',
  tag: 'Broadcasts',
  method: 'get',
  path: BROADCASTS,
  role: 'viewer',
  summary: 'List the broadcasts of an environment',
  description: 'The newest first.',
  query: broadcastsQuery,
  answer: broadcastsAnswer,
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => broadcastsPage(store, (await scopeIn(store, call)).scope, call.query),
});

export const getBroadcast = route({
  id: 'getBroadcast',
  tag: 'Broadcasts',
  method: 'get',
  path: BROADCAST,
  role: 'viewer',
  summary: 'View a broadcast and its counts',
  answer: broadcastAnswer,
  errors: ['BROADCAST_NOT_FOUND'],
  handler: async ({ params: { id } }, { store }) => shownBroadcast(store, await broadcastWithId(store, id)),
});

export const createBroadcast = route({
  ...ofBroadcasts,
  id: 'createBroadcast',
  path: BROADCASTS,
  audit: 'broadcast.create',
  summary: 'Send an event to an audience',
  description: 'With a `key`, a repeat returns the first broadcast.',
  body: adminBroadcastBody.meta({ id: 'BroadcastRequest' }),
  answer: broadcastAnswer,
  status: [200, 201],
  answered: '201: it is new. 200: it was made with the same key.',
  errors: REFUSED,
  handler: async (call, deps) => {
    const { store } = deps;
    const { application, scope } = await scopeIn(store, call);
    const { event, key, ...body } = call.body;
    const { id: adminId, name } = call.admin;
    const asked = { caller: { application, scope }, by: { id: adminId, name }, event, body: () => body };
    const id = key === undefined ? newId() : broadcastIdOf(application._id, `${scope.environment}:${key}`);
    const of = { id, at: store.now(), mayExist: key !== undefined };
    const { broadcast, isNew } = await makeBroadcast(deps, asked, of);
    if (isNew) call.response.status(201);
    await call.record({
      about: [application._id, id],
      after: isNew ? broadcastAudit(broadcast) : { repeated: true },
    });
    return shownBroadcast(store, broadcast);
  },
});

export const previewBroadcast = route({
  ...ofBroadcasts,
  id: 'previewBroadcast',
  path: `${BROADCASTS}/preview`,
  audit: null,
  summary: 'Show whom a broadcast would reach',
  description:
    'It sends and changes nothing. It examines up to 20,000 contacts for up to 5 seconds, and estimates a larger audience from these.',
  body: adminBroadcastPreviewBody.meta({ id: 'BroadcastPreviewRequest' }),
  answer: previewAnswer,
  errors: REFUSED,
  handler: async (call, deps) => {
    const caller = await scopeIn(deps.store, call);
    const { event, ...body } = call.body;
    const asked = { event, body: () => body, id: newId(), at: deps.store.now() };
    const order = await readBroadcast(deps, caller, asked);
    return previewView(order, await dryRun(deps, order));
  },
});

export const testBroadcast = route({
  ...ofBroadcasts,
  id: 'testBroadcast',
  path: `${BROADCASTS}/test`,
  audit: 'broadcast.test',
  summary: 'Send what a broadcast would send to a few people',
  description: 'It is a send to an array of up to five recipients. It makes no broadcast.',
  body: adminBroadcastTestBody.meta({ id: 'BroadcastTestRequest' }),
  answer: answer('BroadcastTested', { sent: batchAnswer }),
  errors: [...REFUSED, 'IDENTIFIER_MISSING', 'QUOTA_EXCEEDED'],
  handler: async (call, deps) => {
    const caller = await scopeIn(deps.store, call);
    const { event, ...body } = call.body;
    const request = { caller, event, channel: undefined, body };
    const sent = await withoutKey(deps, body, (slot) => send(deps, request, slot));
    await call.record({ about: [caller.application._id, String(sent.body.id)] });
    // What is answered was made by responses.ts.
    return { sent: sent.body as never };
  },
});

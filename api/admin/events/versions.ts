import { z } from 'zod';
import { deletedEventsQuery, eventVersionsQuery, restoreVersionBody } from '../../../core/schemas/admin';
import type { Scope } from '../../../core/shared/scope';
import type { EventVersion } from '../../../store/events/versions';
import type { Store } from '../../../store/store';
import { ApiError } from '../../http/api-error';
import { fileProblem } from '../../http/error-body';
import { answer, next } from '../../http/formats';
import { route } from '../../http/route';
import { EVENTS, missingEvent, scopeIn } from './event-in';
import { authorOf, pushEvents } from './push';
import { changeSchema, sourceSchema, versionNumber, versionSchema, versionsPage, versionView } from './view';

const VERSIONS = `${EVENTS}/:name/versions` as const;
const missingVersion = ['APPLICATION_NOT_FOUND', 'EVENT_VERSION_NOT_FOUND'] as const;

export const listEventVersions = route({
  id: 'listEventVersions',
  tag: 'Events',
  method: 'get',
  path: VERSIONS,
  role: 'viewer',
  summary: 'List the versions of an event',
  description: 'The newest first, at most 100. Those of a deleted event are kept for a time.',
  query: eventVersionsQuery,
  answer: answer('EventVersionsAnswer', { versions: z.array(versionSchema), next }),
  errors: missingEvent,
  handler: async (call, { store }) => {
    const { scope } = await scopeIn(store, call);
    const { query } = call;
    const { name } = call.params;
    const found = await store.eventVersions.list(scope, name, query);
    if (found.length === 0 && query.after === undefined && !(await store.events.get(scope, name))) {
      const message = 'There is no such event in this environment, and no version of it is kept.';
      throw new ApiError('EVENT_NOT_FOUND', message);
    }
    return versionsPage(found, query.limit);
  },
});

export const getEventVersion = route({
  id: 'getEventVersion',
  tag: 'Events',
  method: 'get',
  path: `${VERSIONS}/:version`,
  role: 'viewer',
  summary: 'View a version of an event with its file',
  answer: answer('EventVersionAnswer', {
    version: z.object({ ...versionSchema.shape, source: sourceSchema }),
  }),
  errors: missingVersion,
  handler: async (call, { store }) => {
    const { scope } = await scopeIn(store, call);
    const found = await versionIn(store, scope, call);
    return { version: { ...versionView(found), source: found.source } };
  },
});

export const restoreEventVersion = route({
  id: 'restoreEventVersion',
  tag: 'Events',
  method: 'post',
  path: `${VERSIONS}/:version/restore`,
  role: 'editor',
  audit: 'event.restore',
  summary: 'Restore a version of an event',
  description: 'Pushes its file again, with all checks. A deleted event is created again.',
  body: restoreVersionBody.meta({ id: 'EventRestore' }),
  bodyIsOptional: true,
  answer: answer('EventRestored', { change: changeSchema, warnings: z.array(fileProblem).optional() }),
  errors: [...missingVersion, 'EVENT_CHANGED'],
  handler: async (call, deps) => {
    const { application, scope } = await scopeIn(deps.store, call);
    const { expected_version: expected } = call.body;
    const { name, number, source } = await versionIn(deps.store, scope, call);
    if (source === null) {
      const message = `An older release stored version ${number} of the event ${name} without its file. Push its file to restore it.`;
      throw new ApiError('EVENT_VERSION_NOT_FOUND', message);
    }
    const { changes, warnings, before, after } = await pushEvents(deps, {
      ...{ application, scope, dryRun: false },
      files: [{ name: `${name}.yaml`, content: source }],
      mark: { by: authorOf(call.admin), via: 'restore', restored: number },
      expected: expected === undefined ? {} : { [name]: expected },
    });
    await call.record({ about: [application._id], before, after });
    return { change: changes[0]!, ...(warnings.length > 0 && { warnings }) };
  },
});

export const listDeletedEvents = route({
  id: 'listDeletedEvents',
  tag: 'Events',
  method: 'get',
  path: '/admin/v1/applications/:app/deleted-events/:environment',
  role: 'viewer',
  summary: 'List deleted events that can be restored',
  description: 'By name, each with its last version.',
  query: deletedEventsQuery,
  answer: answer('DeletedEventsAnswer', {
    events: z.array(z.object({ name: z.string(), ...versionSchema.shape }).meta({ id: 'DeletedEvent' })),
    next,
  }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const { scope } = await scopeIn(store, call);
    const { query } = call;
    const found = await store.eventVersions.deleted(scope, query);
    const next = found.length === query.limit ? (found.at(-1)?.name ?? null) : null;
    return { events: found.map((last) => ({ name: last.name, ...versionView(last) })), next };
  },
});

async function versionIn(
  { eventVersions }: Store,
  scope: Scope,
  { params }: { params: { name: string; version: string } },
): Promise<EventVersion> {
  const found = await eventVersions.get(scope, params.name, versionNumber(params.version));
  if (found) return found;
  const message = 'There is no such version of this event, or it is no longer kept.';
  throw new ApiError('EVENT_VERSION_NOT_FOUND', message);
}

import { z } from 'zod';
import { deleteEventBody, eventsQuery, pushEventsBody } from '../../../core/schemas/admin';
import { eventPause } from '../../../core/sending/pauses';
import { jsonObject } from '../../../core/shared/schemas/fields';
import { CONTACT_FACTS } from '../../../core/sequences/condition';
import { KNOWN_HELPERS } from '../../../core/events/templates/check-template';
import { KNOWN_VARIABLES } from '../../../core/events/templates/known-variables';
import { ApiError } from '../../http/api-error';
import { fileProblem } from '../../http/error-body';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { refusePaused } from '../pauses/change';
import { pauseIn } from '../pauses/view';
import { EVENTS, eventIn, missingEvent, scopeIn } from './event-in';
import { fingerprint } from './fingerprints';
import { authorOf, pushEvents } from './push';
import { removeEvent } from './remove';
import { changeSchema, eventSchema, eventView, partChangeSchema, sourceSchema } from './view';

export const pushEventFiles = route({
  id: 'pushEvents',
  tag: 'Events',
  method: 'put',
  path: EVENTS,
  role: 'editor',
  audit: 'events.push',
  summary: 'Push event files, layouts and partials',
  description:
    'All are applied, or none if a file has a problem. A file in a folder `layouts` or `partials` (`layouts/base.mjml`) is a layout or partial. The events that use it are recompiled from their files.',
  body: pushEventsBody.meta({ id: 'EventsPush' }),
  answer: answer('EventsPushed', {
    applied: z.array(z.string()).describe('Names of the events. Empty in a dry run.'),
    changes: z
      .array(changeSchema)
      .describe('The events of the files, then those that the layouts and partials of the push change.'),
    parts: z.array(partChangeSchema).optional().describe('Layouts and partials of the push.'),
    warnings: z.array(fileProblem).optional(),
  }),
  errors: ['APPLICATION_NOT_FOUND', 'EVENT_CHANGED'],
  handler: async (call, deps) => {
    const { application, scope } = await scopeIn(deps.store, call);
    const { files, dry_run: dryRun, differences, via, expected_versions: expected = {} } = call.body;
    const { changes, parts, warnings, before, after } = await pushEvents(deps, {
      ...{ application, scope, files, dryRun, differences, expected },
      mark: { by: authorOf(call.admin), via },
    });
    const about = [application._id];
    await call.record(dryRun ? { about, after: { dry_run: true } } : { about, before, after });
    const applied = dryRun ? [] : changes.map(({ name }) => name);
    return {
      ...{ applied, changes },
      ...(parts.length > 0 && { parts }),
      ...(warnings.length > 0 && { warnings }),
    };
  },
});

export const listEvents = route({
  id: 'listEvents',
  tag: 'Events',
  method: 'get',
  path: EVENTS,
  role: 'viewer',
  summary: 'List the events of an environment',
  query: eventsQuery,
  answer: answer('EventsAnswer', { events: z.array(eventSchema) }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const { application, scope } = await scopeIn(store, call);
    const files = call.query.files === 'true';
    const found = await store.events.list(scope, { files });
    const views = found.map(async (one) => ({
      ...eventView(one, await pauseIn(store, application, eventPause(scope, one.name))),
      ...(files && { source: one.source }),
    }));
    return { events: await Promise.all(views) };
  },
});

export const getEvent = route({
  id: 'getEvent',
  tag: 'Events',
  method: 'get',
  path: `${EVENTS}/:name`,
  role: 'viewer',
  summary: 'View an event with its file',
  answer: answer('EventAnswer', {
    event: z.object({
      ...eventSchema.shape,
      payload: jsonObject
        .nullable()
        .describe('What the payload of a send must be, in JSON Schema. Null: any object.'),
      examples: z.array(z.object({ name: z.string(), payload: jsonObject })),
      source: sourceSchema,
      names: z
        .object({
          variables: z.array(z.string()).describe('Variables of the service, such as `contact.name`.'),
          helpers: z.array(z.object({ name: z.string(), block: z.boolean(), options: z.array(z.string()) })),
          contact: z
            .array(z.string())
            .describe('Fields of `contact` that conditions read. They read `contact.meta` too.'),
        })
        .describe('What the service itself offers to templates and conditions.'),
    }),
  }),
  errors: missingEvent,
  handler: async (call, { store }) => {
    const { application, scope } = await scopeIn(store, call);
    const event = await eventIn(store, scope, call);
    const { payload, examples = [] } = event.definition;
    return {
      event: {
        ...eventView(event, await pauseIn(store, application, eventPause(scope, event.name))),
        payload: payload ? { ...payload } : null,
        examples,
        source: event.source,
        names: {
          variables: [...KNOWN_VARIABLES],
          helpers: KNOWN_HELPERS,
          contact: [...CONTACT_FACTS],
        },
      },
    };
  },
});

export const deleteEvent = route({
  id: 'deleteEvent',
  tag: 'Events',
  method: 'delete',
  path: `${EVENTS}/:name`,
  role: 'owner',
  audit: 'event.delete',
  summary: 'Delete an event',
  body: deleteEventBody.meta({ id: 'EventDeletion' }),
  answer: answer('EventDeleted', {
    open: z.int().min(0).describe('Open notifications that needed its templates.'),
  }),
  errors: [...missingEvent, 'EVENT_IN_USE', 'EVENT_CHANGED', 'PAUSED'],
  handler: async (call, deps) => {
    const { store } = deps;
    const { application, scope } = await scopeIn(store, call);
    const { force } = call.body;
    const event = await eventIn(store, scope, call);
    refusePaused(application, eventPause(scope, event.name));
    const open = await store.operators.countOpen(scope, event.name);
    if (open > 0 && !force) {
      const message = `${open} open ${open === 1 ? 'notification needs' : 'notifications need'} its templates. Wait until they end, cancel them, or delete with "force": true to let them fail.`;
      throw new ApiError('EVENT_IN_USE', message);
    }
    await removeEvent(deps, { scope, event, by: authorOf(call.admin) });
    const before = { [event.name]: await fingerprint(event.definition) };
    await call.record({ about: [application._id], before });
    return { open };
  },
});

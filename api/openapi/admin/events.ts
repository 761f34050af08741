import { z } from 'zod';
import {
  deletedEventsQuery,
  deleteEventBody,
  eventVersionsQuery,
  pushEventsBody,
  renderEventBody,
  restoreVersionBody,
  sendEventBody,
} from '../../../core/schemas/admin';
import { VERSION_VIA } from '../../../core/events/version';
import { jsonObject } from '../../../core/schemas/fields';
import { CHANNELS } from '../../../core/shared/channels';
import { answer, next, timestamp } from '../../http/formats';
import { fileProblem } from './error';
import { notificationDetails } from './notifications';
import { adminPaths } from './operation';
import { rendered } from './rendered';

const line = {
  name: z.string(),
  channels: z.array(z.enum(CHANNELS)),
  languages: z.array(z.string()),
  steps: z.array(z.object({ type: z.string(), name: z.string() })),
  version: z
    .int()
    .min(0)
    .describe('Counts the changes of the event. 0: an older release stored it, which kept no versions.'),
  updated_at: timestamp,
};
const version = {
  version: z.int().min(0),
  at: timestamp,
  by: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('The admin key or operator, as it was then. Null: an older release stored it.'),
  via: z
    .enum(VERSION_VIA)
    .nullable()
    .describe('`delete`: the event was deleted. Null: an older release stored it.'),
  restored: z.int().nullable().describe('The version whose content it has. Null: its own.'),
};
const change = z
  .object({
    name: z.string(),
    change: z.enum(['created', 'changed', 'unchanged']),
    version: z
      .int()
      .nullable()
      .describe('The version that the event has now. Null: a dry run would create it.'),
  })
  .meta({ id: 'EventChange' });
const missing = ['APPLICATION_NOT_FOUND', 'EVENT_NOT_FOUND'] as const;

export const adminEventPaths = adminPaths('Events', {
  'PUT /admin/v1/applications/:app/events/:environment': {
    id: 'pushEvents',
    summary: 'Push event files',
    description: 'All are applied, or none if a file has a problem.',
    body: pushEventsBody.meta({ id: 'EventsPush' }),
    answer: answer('EventsPushed', {
      applied: z.array(z.string()).describe('Names of the events. Empty in a dry run.'),
      changes: z.array(change),
      warnings: z.array(fileProblem).optional(),
    }),
    errors: ['APPLICATION_NOT_FOUND', 'EVENT_CHANGED'],
  },
  'GET /admin/v1/applications/:app/events/:environment': {
    id: 'listEvents',
    summary: 'List the events of an environment',
    answer: answer('EventsAnswer', { events: z.array(z.object(line).meta({ id: 'Event' })) }),
    errors: ['APPLICATION_NOT_FOUND'],
  },
  'GET /admin/v1/applications/:app/events/:environment/:name': {
    id: 'getEvent',
    summary: 'View an event with its file',
    answer: answer('EventAnswer', {
      event: z.object({
        ...line,
        payload: jsonObject
          .nullable()
          .describe('What the payload of a send must be, in JSON Schema. Null: any object.'),
        examples: z.array(z.object({ name: z.string(), payload: jsonObject })),
        source: z
          .string()
          .nullable()
          .describe('The file as it was pushed. Null: it was pushed before files were kept.'),
      }),
    }),
    errors: [...missing],
  },
  'DELETE /admin/v1/applications/:app/events/:environment/:name': {
    id: 'deleteEvent',
    summary: 'Delete an event',
    body: deleteEventBody.meta({ id: 'EventDeletion' }),
    answer: answer('EventDeleted', {
      open: z.int().min(0).describe('Open notifications that needed its templates.'),
    }),
    errors: [...missing, 'EVENT_IN_USE', 'EVENT_CHANGED'],
  },
  'GET /admin/v1/applications/:app/events/:environment/:name/versions': {
    id: 'listEventVersions',
    summary: 'List the versions of an event',
    description: 'The newest first, at most 100. Those of a deleted event are kept for a time.',
    query: eventVersionsQuery,
    answer: answer('EventVersionsAnswer', {
      versions: z.array(z.object(version).meta({ id: 'EventVersion' })),
      next,
    }),
    errors: [...missing],
  },
  'GET /admin/v1/applications/:app/events/:environment/:name/versions/:version': {
    id: 'getEventVersion',
    summary: 'View a version of an event with its file',
    answer: answer('EventVersionAnswer', {
      version: z.object({
        ...version,
        source: z
          .string()
          .nullable()
          .describe('The file as it was pushed. Null: it was pushed before files were kept.'),
      }),
    }),
    errors: ['APPLICATION_NOT_FOUND', 'EVENT_VERSION_NOT_FOUND'],
  },
  'POST /admin/v1/applications/:app/events/:environment/:name/versions/:version/restore': {
    id: 'restoreEventVersion',
    summary: 'Restore a version of an event',
    description: 'Pushes its file again, with all checks. A deleted event is created again.',
    body: restoreVersionBody.meta({ id: 'EventRestore' }),
    bodyIsOptional: true,
    answer: answer('EventRestored', { change, warnings: z.array(fileProblem).optional() }),
    errors: ['APPLICATION_NOT_FOUND', 'EVENT_VERSION_NOT_FOUND', 'EVENT_CHANGED'],
  },
  'GET /admin/v1/applications/:app/deleted-events/:environment': {
    id: 'listDeletedEvents',
    summary: 'List deleted events that can be restored',
    description: 'By name, each with its last version.',
    query: deletedEventsQuery,
    answer: answer('DeletedEventsAnswer', {
      events: z.array(z.object({ name: z.string(), ...version }).meta({ id: 'DeletedEvent' })),
      next,
    }),
    errors: ['APPLICATION_NOT_FOUND'],
  },
  'POST /admin/v1/applications/:app/events/:environment/:name/render': {
    id: 'renderEvent',
    summary: 'Render a message of an event',
    description: 'Nothing is stored or sent.',
    body: renderEventBody.meta({ id: 'RenderRequest' }),
    answer: answer('EventRendered', { rendered }),
    errors: [...missing, 'TEMPLATE_MISSING'],
  },
  'POST /admin/v1/applications/:app/events/:environment/:name/send': {
    id: 'sendEvent',
    summary: 'Send an event to one recipient',
    description:
      'As any send, with quota and suppressions. It answers after the first message has an outcome (with `skip_waits`, after the last step), or after 10 s.',
    body: sendEventBody.meta({ id: 'SendRequest' }),
    answer: answer('EventSent', { notification: notificationDetails }),
    errors: [...missing, 'TEMPLATE_MISSING', 'IDENTIFIER_MISSING', 'SENDER_UNVERIFIED', 'QUOTA_EXCEEDED'],
  },
});

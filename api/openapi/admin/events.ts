import { z } from 'zod';
import { deleteEventBody, pushEventsBody, renderEventBody, sendEventBody } from '../../../core/schemas/admin';
import { jsonObject } from '../../../core/schemas/fields';
import { CHANNELS } from '../../../core/shared/channels';
import { answer, timestamp } from '../schemas/formats';
import { fileProblem } from './error';
import { notificationDetails } from './notifications';
import { adminPaths } from './operation';
import { rendered } from './rendered';

const line = {
  name: z.string(),
  channels: z.array(z.enum(CHANNELS)),
  languages: z.array(z.string()),
  steps: z.array(z.object({ type: z.string(), name: z.string() })),
  updated_at: timestamp,
};
const missing = ['APPLICATION_NOT_FOUND', 'EVENT_NOT_FOUND'] as const;

export const adminEventPaths = adminPaths('Events', {
  'PUT /admin/v1/applications/:app/events/:environment': {
    id: 'pushEvents',
    summary: 'Push event files',
    description: 'All are applied, or none if a file has a problem.',
    body: pushEventsBody.meta({ id: 'EventsPush' }),
    answer: answer('EventsPushed', {
      applied: z.array(z.string()).describe('Names of the events. Empty in a dry run.'),
      changes: z.array(
        z.object({ name: z.string(), change: z.enum(['created', 'changed', 'unchanged']) }).meta({
          id: 'EventChange',
        }),
      ),
      warnings: z.array(fileProblem).optional(),
    }),
    errors: ['APPLICATION_NOT_FOUND'],
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
    errors: [...missing, 'EVENT_IN_USE'],
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

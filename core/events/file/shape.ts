import { z } from 'zod';
import { DISCORD_ID } from '../../contacts/discord-address';
import { PRIORITIES } from '../../sending/priority';
import { SEQUENCE_NAMES } from '../../sequences/names';
import { choice } from './choice';
import { closed } from './closed';
import { examples, payload } from './payload-shape';
import { quietHours } from './quiet-hours';
import { steps } from './step-shape';
import { templates } from './templates-shape';
import { channel, duration, languageTag, stepName } from './values';

export type { FileTemplates } from './templates-shape';

export const EVENT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
export const EVENT_NAME_RULE =
  'must begin with a letter or digit and have up to 64 of letters, digits, ".", "_", "-"';

const SENDER =
  /^(?:[^<>\u0000-\u001f\u007f-\u009f]{0,200}<[^\s<>@]{1,64}@[^\s<>@]{1,255}>|[^\s<>@]{1,64}@[^\s<>@]{1,255})$/u;

/** A sequence that is workflow code; its SENDs' own templates stand in `step_templates`. */
const code = closed({
  code: z.enum(SEQUENCE_NAMES).describe('Name of a sequence that is written as workflow code.'),
});
const sequence = choice([steps, code], (given) =>
  typeof given === 'object' && given !== null && Object.hasOwn(given, 'code') ? code : steps,
);

/**
 * What an event's file may hold; which parts need each other is checked in build-event.ts. The descriptions, and what
 * `meta` says of those needs, go into the JSON Schema of event files (json-schema.ts).
 */
export const eventFileShape = closed({
  name: z
    .string()
    .regex(EVENT_NAME, EVENT_NAME_RULE)
    .optional()
    .describe("What callers write into the path; the file's name without `.yaml` if it is absent."),
  channels: z
    .array(channel)
    .min(1, 'must name at least one channel')
    .meta({ uniqueItems: true })
    .optional()
    .describe(
      'The routing order. Each must have a template. Without it: the order in which the templates stand.',
    ),
  language: languageTag
    .default('en')
    .describe('Used when no variant fits. Every channel must have a variant in it.'),
  from: z
    .string()
    .regex(SENDER, 'must be an e-mail address or "Name <address>"')
    .optional()
    .describe("The sender of its e-mails, an address or `Name <address>`; the application's without it."),
  bulk: z.boolean().default(false).describe('Marks newsletters and the like; needs `unsubscribe_url`.'),
  unsubscribe_url: z
    .string()
    .regex(/^https:\/\/\S/, 'must begin with https://')
    .optional()
    .describe('Template of the https address that unsubscribes the recipient with one POST (RFC 8058).'),
  delivery: z
    .enum(['at_least_once', 'at_most_once'])
    .default('at_least_once')
    .describe(
      'When nobody knows whether a message went out, for example after a crash: sent again, or failed.',
    ),
  priority: z
    .enum(PRIORITIES)
    .optional()
    .describe('Of what waits to be sent `high` goes first. Without it `low` if `bulk: true`, else `normal`.'),
  sensitive: z
    .boolean()
    .default(false)
    .describe(
      'Its payloads hold secrets such as one-time codes: they are encrypted at rest, shown nowhere and dropped when sent.',
    ),
  retry_for: duration
    .prefault('6h')
    .describe(
      'How long a SEND is tried again, such as 6h; more than 0, at most 30 days. A one-time code wants minutes.',
    ),
  quiet_hours: quietHours.optional().describe("Hours in which it sends nothing, on the contact's clock."),
  discord: closed({
    channel: z
      .string()
      .regex(DISCORD_ID, 'must be the id of a Discord channel, 17 to 20 digits')
      .describe('Its id, 17 to 20 digits, in quotes.'),
  })
    .optional()
    .describe("The event's own Discord channel: read by recipients without a Discord id."),
  payload: payload
    .optional()
    .describe('What the payload of a send must be, in JSON Schema. Sends and templates are checked with it.'),
  examples: examples.optional().describe('Example payloads by name. Previews use the first one.'),
  templates: templates.prefault({}).describe('What it says: channel → language → template.'),
  sequence: sequence
    .optional()
    .describe('Its steps, 1 to 100, or `{ code: NAME }`, a sequence in workflow code. One SEND without it.'),
  step_templates: z
    .record(stepName, templates)
    .optional()
    .describe('The templates of the SENDs of a sequence in code, by their names.'),
}).meta({
  title: 'Heliograph event',
  dependencies: {
    unsubscribe_url: { properties: { bulk: { const: true } }, required: ['bulk'] },
    step_templates: { properties: { sequence: { type: 'object' } }, required: ['sequence'] },
  },
  if: { properties: { bulk: { const: true } }, required: ['bulk'] },
  then: { required: ['unsubscribe_url'] },
});

export type EventFile = z.output<typeof eventFileShape>;

import { z } from 'zod';
import { DISCORD_ID } from '../../contacts/discord-address';
import { eventLimits } from '../../caps/limit-shape';
import { CATEGORY_NAME, CATEGORY_NAME_RULE } from '../../preferences/category';
import { PRIORITIES } from '../../sending/priority';
import { choice } from './choice';
import { closed } from './closed';
import { examples, payload } from './payload-shape';
import { quietHours } from './quiet-hours';
import { steps } from './step-shape';
import { templates } from './templates-shape';
import { layoutName } from './template-parts';
import { channel, duration, languageTag, stepName } from './values';

export type { FileTemplates } from './templates-shape';

export const EVENT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
export const EVENT_NAME_RULE =
  'must begin with a letter or digit and have up to 64 of letters, digits, ".", "_", "-"';

const SEGMENTS_RULE = 'must be an integer from 1 to 20';

const SENDER =
  /^(?:[^<>\u0000-\u001f\u007f-\u009f]{0,200}<[^\s<>@]{1,64}@[^\s<>@]{1,255}>|[^\s<>@]{1,64}@[^\s<>@]{1,255})$/u;

/** Which names there are is checked in build-event.ts, because an installation may have its own. */
export const codeName = z.string().describe('Name of a sequence that is written as workflow code.');

/** A sequence that is workflow code; its SENDs' own templates stand in `step_templates`. */
const code = closed({ code: codeName });
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
    .describe("Name in the path of a send. Without it: the file's name without `.yaml`."),
  channels: z
    .array(channel)
    .min(1, 'must name at least one channel')
    .meta({ uniqueItems: true })
    .optional()
    .describe(
      'Channels in routing order. Each must have a template. Without it: the order of the templates.',
    ),
  layout: layoutName
    .optional()
    .describe('Layout of its e-mails, a file of the folder `layouts`. Without it: none.'),
  language: languageTag
    .default('en')
    .describe('Used if no variant fits. Every channel must have a variant in it.'),
  from: z
    .string()
    .regex(SENDER, 'must be an e-mail address or "Name <address>"')
    .optional()
    .describe("Sender of its e-mails, an address or `Name <address>`. Without it: the application's."),
  category: z
    .string()
    .regex(CATEGORY_NAME, CATEGORY_NAME_RULE)
    .optional()
    .describe(
      'Category of the application that it belongs to. Contacts can switch it off. Without it: none, so only whole channels can be switched off.',
    ),
  bulk: z
    .boolean()
    .default(false)
    .describe('Whether it is bulk mail, such as a newsletter. Needs `category` or `unsubscribe_url`.'),
  unsubscribe_url: z
    .string()
    .regex(/^https:\/\/\S/, 'must begin with https://')
    .optional()
    .describe(
      'Template of your own https address that unsubscribes the recipient with one POST (RFC 8058). Without it: that of the service, which unsubscribes from the category.',
    ),
  delivery: z
    .enum(['at_least_once', 'at_most_once'])
    .default('at_least_once')
    .describe(
      'If it is unknown whether a message was sent, for example after a crash: send it again, or fail it.',
    ),
  priority: z
    .enum(PRIORITIES)
    .optional()
    .describe('`high` is sent before others that wait. Without it: `low` if `bulk: true`, else `normal`.'),
  sensitive: z
    .boolean()
    .default(false)
    .describe(
      'Whether payloads have secrets, such as one-time codes. They are encrypted, never shown, and deleted after the send.',
    ),
  retry_for: duration
    .prefault('6h')
    .describe(
      'Time in which a SEND is retried, such as 6h. More than 0, at most 30 days. Use minutes for a one-time code.',
    ),
  quiet_hours: quietHours.optional().describe("Hours in which it sends nothing, in the contact's time zone."),
  limits: eventLimits
    .optional()
    .describe(
      'How many of its messages are sent to one contact, address or prefix in a period. Without it: no limit.',
    ),
  discord: closed({
    channel: z
      .string()
      .regex(DISCORD_ID, 'must be the id of a Discord channel, 17 to 20 digits')
      .describe('Id of the channel, 17 to 20 digits, in quotes.'),
  })
    .optional()
    .describe('Discord channel of the event, for recipients without a Discord id.'),
  sms: closed({
    max_segments: z
      .int(SEGMENTS_RULE)
      .min(1, SEGMENTS_RULE)
      .max(20, SEGMENTS_RULE)
      .describe('Maximum segments of an SMS, 1 to 20. A longer one fails and is not sent.'),
  })
    .optional()
    .describe('Limit of its SMS. Without it: none.'),
  payload: payload
    .optional()
    .describe('JSON Schema of the payload. Sends and templates are checked against it.'),
  examples: examples.optional().describe('Example payloads by name. Previews use the first one.'),
  templates: templates.prefault({}).describe('Templates of its messages: channel → language → template.'),
  sequence: sequence
    .optional()
    .describe('Its steps, 1 to 100, or `{ code: NAME }`, a sequence in code. Without it: one SEND.'),
  step_templates: z
    .record(stepName, templates)
    .optional()
    .describe('Templates for the SENDs of a sequence in code, by name.'),
}).meta({
  title: 'Heliograph event',
  dependencies: {
    unsubscribe_url: { properties: { bulk: { const: true } }, required: ['bulk'] },
    step_templates: { properties: { sequence: { type: 'object' } }, required: ['sequence'] },
  },
  if: { properties: { bulk: { const: true } }, required: ['bulk'] },
  then: { anyOf: [{ required: ['unsubscribe_url'] }, { required: ['category'] }] },
});

export type EventFile = z.output<typeof eventFileShape>;

import { z } from 'zod';
import { readLocalTime } from '../broadcasts/local-time';
import { line, pageLimit, cursor } from '../shared/schemas/fields';
import * as patterns from '../shared/schemas/patterns';
import { timeText } from '../shared/schemas/times';
import { topicName } from '../topics/topic';
import { segmentName } from './segments';
import { sendBody } from './send';

/** Maximum number of recipients of a test. */
export const MOST_TESTED = 5;
/** Maximum of `per_second`. */
export const MOST_PER_SECOND = 10_000;

const ONE_OF = 'must have exactly one of topic, segment and all';

const audience = z
  .strictObject({
    topic: topicName.optional().describe('Name of a topic: its subscribers.'),
    segment: segmentName.optional().describe('Name of a segment: the contacts in it.'),
    all: z
      .boolean()
      .refine((all) => all, 'must be true')
      .optional()
      .describe('`true`: all contacts.'),
  })
  .refine((to) => Object.values(to).filter((value) => value !== undefined).length === 1, ONE_OF)
  .meta({ id: 'Audience', description: 'To whom a broadcast goes: exactly one of the fields.' });

const RULE =
  'must be a time in ISO 8601 with Z or an offset, such as 2026-03-01T09:00:00Z, or a time of day such as 09:00 local';
const isoTime = timeText(RULE);

/** `send_at`: a time, or a time of day with `local`. Its range counts from the request (api/sending/send-at.ts). */
const sendAt = z
  .string(RULE)
  .max(64, RULE)
  .refine((text) => readLocalTime(text) !== null || isoTime.safeParse(text).success, RULE)
  .meta({ pattern: `${patterns.TIME}|^(?:[01][0-9]|2[0-3]):[0-5][0-9] local$`, examples: ['09:00 local'] });

const { payload, language, overrides, tenant } = sendBody.shape;
const content = { payload, language, overrides, tenant };

/** Body of a broadcast (BROADCAST-1). */
export const broadcastBody = z.strictObject({
  to: audience,
  ...content,
  send_at: sendAt
    .optional()
    .describe(
      'When it begins, up to 30 days ahead. `09:00 local`: it begins now, and each recipient gets the message at the next 09:00 in their time zone. Absent: now.',
    ),
  per_second: z
    .int()
    .min(1)
    .max(MOST_PER_SECOND)
    .optional()
    .describe('Maximum recipients a second. Absent: as fast as providers and the service allow.'),
  name: line(255).min(1).optional().describe('For people, such as "Newsletter of March".'),
});

/** Body of a preview: who would be reached. */
export const broadcastPreviewBody = broadcastBody.pick({
  to: true,
  payload: true,
  language: true,
  overrides: true,
  tenant: true,
});

const tested = `must have 1 to ${MOST_TESTED} recipients`;

/** Body of a test: the same content to a few people. */
export const broadcastTestBody = z.strictObject({
  to: z.array(z.unknown(), tested).min(1, tested).max(MOST_TESTED, tested),
  ...content,
});

/** Query of the list of broadcasts. */
export const broadcastsQuery = z.strictObject({ after: cursor.optional(), limit: pageLimit });

const event = z.string().max(255).describe('Name of the event.');

/** Bodies of admin routes, which have the event in place of the path. */
export const adminBroadcastBody = broadcastBody.extend({
  event,
  key: line(100)
    .min(1)
    .optional()
    .describe('Chosen by the caller. A repeat with the same key returns the first broadcast.'),
});
export const adminBroadcastPreviewBody = broadcastPreviewBody.extend({ event });
export const adminBroadcastTestBody = broadcastTestBody.extend({ event });

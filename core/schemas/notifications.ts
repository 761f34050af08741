import { z } from 'zod';
import { metadata } from '../sending/metadata';
import { tenantId } from '../tenants/id';
import { reference } from '../sending/reference';
import { cursor, line, pageLimit } from '../shared/schemas/fields';
import { time } from '../shared/schemas/times';
import { CLOSED_STATUSES, OPEN_STATUSES } from '../shared/statuses';

/** Fields of the query of GET notifications (LIST-2). */
export const notificationListFields = z.strictObject({
  contact: line(255)
    .min(1)
    .optional()
    .describe(
      'A recipient, as `to` of a cancel has it as text: a uuid, an external id, an e-mail address, a phone number, a Slack member id or a Slack channel.',
    ),
  event: line(255).min(1).optional().describe('Name of the event.'),
  status: z.enum([...OPEN_STATUSES, ...CLOSED_STATUSES]).optional(),
  reference: reference.optional().describe('That of the send.'),
  tenant: tenantId.optional().describe('That of the send.'),
  broadcast: z.guid().optional().describe('Recipients of the broadcast of this id.'),
  metadata: metadata
    .optional()
    .describe('Notifications that have all of these: `metadata[order]=A-17`.')
    .meta({ param: { style: 'deepObject', explode: true } }),
  since: time.optional().describe('Started then or later.'),
  until: time.optional().describe('Started before.'),
  after: cursor.optional(),
  limit: pageLimit.describe('Notifications of one page.'),
});

const METADATA = /^metadata\[([^[\]]+)\]$/;

/** Query of GET notifications. A query string has flat names, and `metadata[order]` is one of them. */
export const notificationListQuery = z.preprocess((given) => {
  const flat: Record<string, unknown> = {};
  const pairs: [string, unknown][] = [];
  for (const [name, value] of Object.entries(given as Record<string, unknown>)) {
    const inner = METADATA.exec(name)?.[1];
    if (inner === undefined) flat[name] = value;
    else pairs.push([inner, value]);
  }
  return { ...flat, ...(pairs.length > 0 && { metadata: Object.fromEntries(pairs) }) };
}, notificationListFields);

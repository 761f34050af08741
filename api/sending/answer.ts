import { z } from 'zod';
import { uuid } from '../http/formats';
import { bulkAnswer } from './bulk/answer';
import { notificationSchema } from '../notifications/view';
import { errorCode } from '../http/error-body';

const acceptedFields = {
  id: uuid.describe('The notification. In the answer to an array, the request as a whole.'),
  event: z.string(),
  status: z.literal('accepted'),
};

const kept = z
  .boolean()
  .optional()
  .describe('True if `if_open: keep` found this notification open: the send made none. Absent otherwise.');

const rejected = z
  .object({
    id: uuid.nullable().describe('Always null.'),
    event: z.string(),
    status: z.literal('rejected'),
    error: z.string(),
    code: errorCode,
    field: z.string().nullable().describe('Path into the body, for example `to[3].email`.'),
  })
  .meta({ id: 'Rejected', description: 'This recipient gets nothing; why is in `error` and `code`.' });

const entry = z
  .discriminatedUnion('status', [
    z
      .object({ ...acceptedFields, id: uuid.describe('The notification.'), kept })
      .meta({ id: 'AcceptedEntry', description: 'The notification is durable and will be sent.' }),
    rejected,
  ])
  .meta({ id: 'BatchEntry', description: 'The result for one recipient of an array.' });

const accepted = z
  .object({
    ...acceptedFields,
    kept,
    notifications: z
      .array(entry)
      .optional()
      .describe('In the order of `to`, if it is an array. At least one recipient was accepted.'),
  })
  .meta({
    id: 'Accepted',
    description: 'The send is durable. `notifications` is there if `to` is an array.',
  });

/** The answer to an array, as it can be read again. */
export const batchAnswer = z.object({ ...acceptedFields, notifications: z.array(entry) }).meta({
  id: 'Batch',
  description: 'The answer to a send to an array, with an entry for each recipient in the order of `to`.',
});

/** Every body that a send answers with 200. */
export const sendAnswer = z.discriminatedUnion('status', [accepted, bulkAnswer, notificationSchema]).meta({
  id: 'SendAnswer',
  description:
    'A notification if `Prefer: wait` asks for one, a `BulkAnswer` for JSON Lines and CSV, else what was accepted.',
});

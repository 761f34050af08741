import { z } from 'zod';
import { uuid } from '../http/formats';
import { notificationSchema } from '../notifications/view';
import { errorCode } from '../http/error-body';

const acceptedFields = {
  id: uuid.describe('The notification.'),
  event: z.string(),
  status: z.literal('accepted'),
};

const accepted = z.object(acceptedFields).meta({
  id: 'Accepted',
  description: 'The notification is durable and will be sent.',
});

const rejected = z
  .object({
    id: z.null(),
    event: z.string(),
    status: z.literal('rejected'),
    error: z.string(),
    code: errorCode,
    field: z.string().nullable().describe('Path into the body, for example `to[3].email`.'),
  })
  .meta({ id: 'Rejected', description: 'This recipient gets nothing; why is in `error` and `code`.' });

const batchAccepted = z
  .object({
    ...acceptedFields,
    id: uuid.describe('The request as a whole; not a notification.'),
    notifications: z.array(z.union([accepted, rejected])).describe('In the order of `to`.'),
  })
  .meta({ id: 'BatchAccepted', description: 'At least one recipient was accepted.' });

/** Every body that a send answers with 200. `BatchAccepted` comes first, because a reader may take the first that fits. */
export const sendAnswer = z.union([batchAccepted, accepted, notificationSchema]);

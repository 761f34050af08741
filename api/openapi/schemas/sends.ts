import { z } from 'zod';
import { sendBody } from '../../../core/schemas/send';
import { errorCode } from './error';
import { uuid } from '../../http/formats';
import { notificationSchema as notification } from '../../notifications/view';
import { recipient, recipientOrSlackChannel } from '../../sending/shown-recipient';

const to = <T extends z.ZodType>(one: T) =>
  z.union([one, z.array(one).min(1).max(1000)]).meta({
    description: 'The recipient, or 1 to 1,000 of them; each gets a notification of its own.',
  });

export const sendRequest = z
  .strictObject({ ...sendBody.shape, to: to(recipient) })
  .meta({ id: 'SendRequest', description: 'A send whose channel the service chooses.' });

export const channelSendRequest = z
  .strictObject({ ...sendBody.shape, to: to(recipientOrSlackChannel) })
  .meta({ id: 'ChannelSendRequest', description: 'A send over the channel that the path names.' });

const acceptedFields = {
  id: uuid.describe('The notification.'),
  event: z.string(),
  status: z.literal('accepted'),
};

export const accepted = z.object(acceptedFields).meta({
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
export const sendAnswer = z.union([batchAccepted, accepted, notification]);

import { z } from 'zod';
import { createSenderBody } from '../../../core/schemas/admin';
import { SENDER_TYPES } from '../../../core/sending/sender-type';
import { answer, uuid } from '../schemas/formats';
import { done } from './done';
import { adminPaths } from './operation';

const sender = z
  .object({ id: uuid, type: z.enum(SENDER_TYPES), value: z.string() })
  .meta({ id: 'Sender', description: 'A domain, address, number or name that an application may send as.' });

export const senderPaths = adminPaths('Senders', {
  'POST /admin/v1/applications/:app/senders': {
    id: 'addSender',
    summary: 'Add a verified sender',
    description: '200: the application has it already.',
    body: createSenderBody.meta({ id: 'SenderRequest' }),
    answer: answer('SenderAnswer', { sender }),
    status: [200, 201],
    errors: ['APPLICATION_NOT_FOUND'],
  },
  'GET /admin/v1/applications/:app/senders': {
    id: 'listSenders',
    summary: 'List the verified senders',
    answer: answer('SendersAnswer', { senders: z.array(sender) }),
    errors: ['APPLICATION_NOT_FOUND'],
  },
  'DELETE /admin/v1/applications/:app/senders/:id': {
    id: 'removeSender',
    summary: 'Remove a verified sender',
    answer: done,
    errors: ['APPLICATION_NOT_FOUND', 'SENDER_NOT_FOUND'],
  },
});

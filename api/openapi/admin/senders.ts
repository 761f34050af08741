import { z } from 'zod';
import { createSenderBody } from '../../../core/schemas/admin';
import { senderRecordsQuery } from '../../../core/schemas/sender-records';
import { RECORD_PURPOSES, RECORD_STATES } from '../../../core/sending/dns/record';
import { SENDER_TYPES } from '../../../core/sending/sender-type';
import { answer, uuid, done } from '../../http/formats';
import { adminPaths } from './operation';

const sender = z
  .object({ id: uuid, type: z.enum(SENDER_TYPES), value: z.string() })
  .meta({ id: 'Sender', description: 'A domain, address, number or name that an application may send as.' });

const record = z
  .object({
    purpose: z
      .enum(RECORD_PURPOSES)
      .describe('`bounce_mx` and `bounce_spf` are of the domain that bounces come back to.'),
    type: z.enum(['TXT', 'CNAME', 'MX']),
    name: z.string().nullable().describe('Null: the provider shows it.'),
    value: z.string().nullable().describe('What to set. Null: the provider shows it.'),
    note: z.string(),
    needed_by: z.array(z.string()).describe('Providers that need it. Empty: mailbox providers.'),
    state: z
      .enum(RECORD_STATES)
      .describe('`unclear`: DNS does not say whether it is right. `no_answer`: DNS did not answer.'),
    found: z.array(z.string()).describe('What DNS has.'),
    detail: z.string().describe('What is wrong or unclear, and what to do. Empty: it is right.'),
  })
  .meta({ id: 'SenderRecord', description: 'A record of DNS that a sender needs, and what DNS has.' });

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
  'GET /admin/v1/applications/:app/senders/:id/records': {
    id: 'checkSenderRecords',
    summary: 'Show and check the records of DNS that a sender needs',
    description:
      'Asks DNS, at most ten seconds. A sender that is no domain and no e-mail address needs none.',
    query: senderRecordsQuery,
    answer: answer('SenderRecords', {
      sender,
      domain: z.string().nullable().describe('Null: the sender needs no records.'),
      records: z.array(record),
    }),
    errors: ['APPLICATION_NOT_FOUND', 'SENDER_NOT_FOUND'],
  },
  'DELETE /admin/v1/applications/:app/senders/:id': {
    id: 'removeSender',
    summary: 'Remove a verified sender',
    answer: done,
    errors: ['APPLICATION_NOT_FOUND', 'SENDER_NOT_FOUND'],
  },
});

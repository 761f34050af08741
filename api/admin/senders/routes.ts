import { z } from 'zod';
import { createSenderBody } from '../../../core/schemas/admin';
import { senderRecordsQuery } from '../../../core/schemas/sender-records';
import { RECORD_PURPOSES, RECORD_STATES } from '../../../core/sending/dns/record';
import { SENDER_TYPES } from '../../../core/sending/sender-type';
import { newId } from '../../../core/shared/ids';
import { answer, done, uuid } from '../../http/formats';
import { route } from '../../http/route';
import { applicationIn } from '../applications/application-in';
import { recordsOf } from './records-of';
import { domainOfSender, SENDERS, senderOf } from './sender-in';

const senderSchema = z
  .object({ id: uuid, type: z.enum(SENDER_TYPES), value: z.string() })
  .meta({ id: 'Sender', description: 'A domain, address, number or name that an application may send as.' });

const recordSchema = z
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

export const addSender = route({
  id: 'addSender',
  tag: 'Senders',
  method: 'post',
  path: SENDERS,
  role: 'editor',
  audit: 'sender.add',
  summary: 'Add a verified sender',
  description: '200: the application has it already.',
  body: createSenderBody.meta({ id: 'SenderRequest' }),
  answer: answer('SenderAnswer', { sender: senderSchema }),
  status: [200, 201],
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store, cached }) => {
    const application = await applicationIn(store, call);
    const { type, value } = call.body;
    const added = { id: newId(), type, value };
    const updated = await store.applications.addSender(application._id, added);
    cached.clear();
    const sender = updated?.senders.find((one) => one.type === type && one.value === value) ?? added;
    await call.record({ about: [application._id, sender.id], after: sender });
    if (sender.id === added.id) call.response.status(201);
    return { sender };
  },
});

export const listSenders = route({
  id: 'listSenders',
  tag: 'Senders',
  method: 'get',
  path: SENDERS,
  role: 'viewer',
  summary: 'List the verified senders',
  answer: answer('SendersAnswer', { senders: z.array(senderSchema) }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const { senders } = await applicationIn(store, call);
    return { senders };
  },
});

export const checkSenderRecords = route({
  id: 'checkSenderRecords',
  tag: 'Senders',
  method: 'get',
  path: `${SENDERS}/:id/records`,
  role: 'viewer',
  summary: 'Show and check the records of DNS that a sender needs',
  description: 'Asks DNS, at most ten seconds. A sender that is no domain and no e-mail address needs none.',
  query: senderRecordsQuery,
  answer: answer('SenderRecords', {
    sender: senderSchema,
    domain: z.string().nullable().describe('Null: the sender needs no records.'),
    records: z.array(recordSchema),
  }),
  errors: ['APPLICATION_NOT_FOUND', 'SENDER_NOT_FOUND'],
  handler: async (call, deps) => {
    const application = await applicationIn(deps.store, call);
    const { selectors } = call.query;
    const sender = senderOf(application, call.params.id);
    return { sender, ...(await recordsOf(sender, application, selectors, deps)) };
  },
});

export const removeSender = route({
  id: 'removeSender',
  tag: 'Senders',
  method: 'delete',
  path: `${SENDERS}/:id`,
  role: 'owner',
  audit: 'sender.remove',
  summary: 'Remove a verified sender',
  description: 'The DKIM keys of its domain are removed with the last sender of the domain.',
  answer: done,
  errors: ['APPLICATION_NOT_FOUND', 'SENDER_NOT_FOUND'],
  handler: async (call, { store, cached }) => {
    const application = await applicationIn(store, call);
    const sender = senderOf(application, call.params.id);
    const domain = domainOfSender(sender);
    const others = application.senders.filter(({ id }) => id !== sender.id);
    const isUsed = others.some((one) => domainOfSender(one) === domain);
    await store.applications.removeSender(application._id, sender.id, isUsed ? null : domain);
    cached.clear();
    await call.record({ about: [application._id, sender.id], before: sender });
    return {};
  },
});

import fc from 'fast-check';
import { normalizeEmail } from '../../../core/contacts/email-address';
import { identifiersWithin } from '../../../core/contacts/asked-identifiers';
import { applyInput, EMPTY_CONTACT, identifiersIn } from '../../../core/contacts/input';
import { identifiersOf } from '../../../core/contacts/keys';
import { parseRecipient } from '../../../core/sending/recipient';
import { check } from '../../../core/shared/schemas/check';
import { contactChanges, contactInput } from '../../../core/contacts/shape';
import { contactQuery, pushTokenBody } from '../../../core/schemas/contact';
import { cancelBody, sendBody, signalBody } from '../../../core/schemas/send';
import { createWebhookBody, updateWebhookBody } from '../../../core/schemas/webhook';
import { changedJson, json } from '../grammar';
import { fuzzTarget, promise } from '../target';

const CONTACT = {
  external_id: 'u-1',
  email: 'ada@example.com',
  phone: '+12025550123',
  name: 'Ada Lovelace',
  avatar: 'https://example.com/a.png',
  username: 'ada',
  slackId: 'U12345678',
  meta: { plan: 'pro', language: 'de' },
  timezone: 'Europe/Stockholm',
  telegram: 12345,
  discord: '123456789012345678',
  push_tokens: ['token-1', 'token-2'],
};
const SEND = {
  to: [CONTACT, 'ada@example.com', '+12025550123', { id: 'u-2', payload: { a: 1 }, language: 'pt-BR' }],
  payload: { code: '123456', items: [{ name: 'a', price: 1.5 }] },
  language: 'pt-BR',
  overrides: {
    email: { subject: 'Hello', reply_to: 'a@example.com', cc: ['b@example.com'], bcc: ['c@example.com'] },
    sms: { sender_id: 'MYAPP' },
    brand: { name: 'Shop', logotype: 'x', color: '#fff', website: 'https://example.com' },
  },
  from: { email: 'shop@example.com', name: 'Shop "x" \\' },
  send_at: '2026-03-01T09:00:00+01:00',
  skip_waits: true,
};
const WEBHOOK = { url: 'https://example.com/h', enabled_events: ['delivery.sent'], description: 'x' };
const SCHEMAS = {
  sendBody,
  cancelBody,
  signalBody,
  contactInput,
  contactChanges,
  contactQuery,
  pushTokenBody,
  createWebhookBody,
  updateWebhookBody,
};

/** Every body is data or a refusal that names a field; addresses in it are in their final form. */
export const requestBodies = fuzzTarget<unknown>({
  name: 'request-bodies',
  arbitrary: fc.oneof(
    changedJson([SEND, CONTACT, CONTACT, WEBHOOK, { to: 'u-1', signal: 'paid', args: [1] }, { token: 't' }]),
    json,
  ),
  // Several schemas read each input.
  msPer10kB: 150,
  check(input) {
    for (const schema of Object.values(SCHEMAS)) isReadable(check(schema, input));
    const to = typeof input === 'object' && input !== null ? (input as { to?: unknown }).to : input;
    for (const one of [to, ...(Array.isArray(to) ? to : [])].slice(0, 50)) isRecipient(one);
  },
});

function isReadable(result: { ok: boolean; field?: string; message?: string }): void {
  if (result.ok) return;
  const { field, message } = result;
  promise(typeof field === 'string' && typeof message === 'string', 'a refusal without a field or words');
  promise(message.length < 3000 + field.length, () => `a refusal of ${message.length} characters`);
}

function isRecipient(to: unknown): void {
  identifiersWithin(to);
  const result = parseRecipient(to, { slackChannels: true });
  isReadable(result);
  if (!result.ok || result.recipient.kind !== 'contact') return;
  const { input } = result.recipient;
  promise(identifiersIn(input).length > 0, 'a recipient without an identifier');
  if (input.email) promise(normalizeEmail(input.email) === input.email, 'an e-mail address changes again');
  const state = applyInput(EMPTY_CONTACT, input);
  const again = applyInput(state, input);
  promise(JSON.stringify(again) === JSON.stringify(state), 'a contact changes when it is sent again');
  identifiersOf(state);
}

import type { z } from 'zod';
import { createApplicationBody, createKeyBody } from '../../../../core/schemas/admin';
import { check } from '../../../../core/schemas/check';
import { contactChanges, contactQuery, pushTokenBody, contactInput } from '../../../../core/schemas/contact';
import { createIntegrationBody, updateIntegrationBody } from '../../../../core/schemas/integration';
import { cancelBody, sendBody } from '../../../../core/schemas/send';
import { createWebhookBody, updateWebhookBody } from '../../../../core/schemas/webhook';
import { redeliverBody, testEventBody, webhookEventsQuery } from '../../../../core/schemas/webhook-events';

const EMAIL = 'must be an e-mail address such as ada@example.com.';
const PHONE = 'must be a phone number in E.164 form, + then country code then number, such as +12025550123.';
const FROM = 'must be an e-mail address, a phone number, or an object with email or phone.';
const to = 'ada@example.org';

test.each<[z.ZodType, unknown, string]>([
  [sendBody, {}, 'to is required.'],
  [sendBody, null, 'The body must be an object, not null.'],
  [sendBody, 'text', 'The body must be an object, not text.'],
  [sendBody, [], 'The body must be an object, not an array.'],
  [cancelBody, { to, event: 'x' }, 'event is not a known field. Known fields: to.'],
  [sendBody, { to, payload: [] }, 'payload must be an object.'],
  [sendBody, { to, overrides: 5 }, 'overrides must be an object, not a number.'],
  [
    sendBody,
    { to, overrides: { sms: { from: 'x' } } },
    'overrides.sms.from is not a known field. Known fields: sender_id.',
  ],
  [sendBody, { to, overrides: { email: { cc: 'x' } } }, `overrides.email.cc ${EMAIL}`],
  [sendBody, { to, overrides: { email: { cc: [to, null] } } }, `overrides.email.cc[1] ${EMAIL}`],
  [
    sendBody,
    { to, overrides: { email: { cc: Array(51).fill(to) } } },
    'overrides.email.cc must have at most 50 entries.',
  ],
  [
    sendBody,
    { to, overrides: { brand: { color: 'x'.repeat(65) } } },
    'overrides.brand.color must have at most 64 characters.',
  ],
  [sendBody, { to, from: 5 }, `from ${FROM}`],
  [sendBody, { to, from: '+12' }, `from ${PHONE}`],
  [
    sendBody,
    { to, from: 'me' },
    'from must be an e-mail address, with or without a name, such as Shop <hello@example.com>.',
  ],
  [sendBody, { to, from: { phone: '12' } }, `from.phone ${PHONE}`],
  [sendBody, { to, from: { name: 'Me' } }, `from.email ${EMAIL}`],
  [contactChanges, { email: 5 }, `email ${EMAIL}`],
  [contactChanges, { phone: 15005550006 }, `phone ${PHONE}`],
  [contactChanges, { external_id: '' }, 'external_id must not be empty.'],
  [contactChanges, { name: true }, 'name must be text, not true.'],
  [contactInput, { telegram: {} }, 'telegram must be text or a number, not an object.'],
  [contactInput, { timezone: 5 }, 'timezone must be an IANA time zone, such as Europe/Stockholm.'],
  [contactQuery, { limit: ['1', '2'] }, 'limit must be an integer from 1 to 100.'],
  [pushTokenBody, {}, 'token is required and must be text.'],
  [createWebhookBody, {}, 'url is required and must be text.'],
  [createWebhookBody, { url: 'x', enabled_events: 'x' }, 'enabled_events must be an array, not text.'],
  [updateWebhookBody, { is_active: 'no' }, 'is_active must be true or false, not text.'],
  [redeliverBody, {}, 'since must be a time with its zone, for example 2026-03-01T09:00:00Z.'],
  [createKeyBody, {}, 'environment is required and must be one of production, sandbox.'],
  [createApplicationBody, { name: 'x', monthly_quota: 1.5 }, 'monthly_quota must be an integer.'],
  [createApplicationBody, { name: 'x', monthly_quota: -1 }, 'monthly_quota must be at least 0.'],
  [updateIntegrationBody, { per_second: 0 }, 'per_second must be more than 0.'],
  [updateIntegrationBody, { priority: 10_001 }, 'priority must be at most 10000.'],
  [
    createIntegrationBody,
    { channel: 'email', provider: 'smtp', settings: { url: [] } },
    'settings.url must be text or a number or true or false or null, not an array.',
  ],
])('%# says what is wrong of %j: %s', (schema, body, message) => {
  const checked = check(schema, body);
  expect(checked).toMatchObject({ ok: false, message });
});

const SCHEMAS: [name: string, schema: z.ZodType][] = Object.entries({
  sendBody,
  contactChanges,
  contactInput,
  pushTokenBody,
  createWebhookBody,
  updateWebhookBody,
  redeliverBody,
  testEventBody,
  webhookEventsQuery,
  contactQuery,
  createKeyBody,
  createApplicationBody,
  createIntegrationBody,
});
const FIELDS =
  'to payload language overrides from send_at email phone external_id name avatar username slack meta telegram discord timezone push_token push_tokens token url enabled_events is_active description since until after limit offset search type status environment label rate_limit scopes expires_at monthly_quota subscription otp_domain brand channel provider priority per_second settings check'.split(
    ' ',
  );
const VALUES = [
  undefined,
  null,
  true,
  5,
  -1,
  1.5,
  '',
  'x',
  'a\nb',
  '+12',
  'x'.repeat(5000),
  [],
  [null],
  {},
  { a: {} },
];

test.each(SCHEMAS)('what %s refuses is said in words of ours, never in those of the library', (_, schema) => {
  const refusals = FIELDS.flatMap((field) =>
    VALUES.flatMap((value) => {
      const checked = check(schema, { [field]: value });
      return checked.ok ? [] : [{ ...checked, value }];
    }),
  );
  const ours = /^[a-zA-Z_.[\]0-9]+ (?:must|is|may|contains|cannot) .*[^.]\.$/;
  const library = /invalid|received|expected|too (?:big|small)|undefined|nonoptional|NaN/i;
  expect(refusals.filter(({ message }) => !ours.test(message) || library.test(message))).toEqual([]);
  expect(refusals.filter(({ value, field }) => value === 'x' && field === undefined)).toEqual([]);
  expect(refusals.length).toBeGreaterThan(1);
});

test('text is counted in characters, of which an emoji is one', () => {
  expect(check(contactChanges, { name: '🎈'.repeat(255) }).ok).toBe(true);
  expect(check(contactChanges, { name: '🎈'.repeat(256) })).toMatchObject({
    ok: false,
    message: 'name must have at most 255 characters.',
  });
  expect(check(contactInput, { external_id: '🎈'.repeat(255) }).ok).toBe(true);
});

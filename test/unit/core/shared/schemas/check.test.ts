import { z } from 'zod';
import { nameGiven } from '../../../../../core/contacts/aliases';
import { createApplicationBody, createKeyBody } from '../../../../../core/schemas/admin';
import { check } from '../../../../../core/shared/schemas/check';
import { contactChanges, contactInput } from '../../../../../core/contacts/shape';
import { contactQuery, pushTokenBody } from '../../../../../core/schemas/contact';
import { createIntegrationBody, updateIntegrationBody } from '../../../../../core/schemas/integration';
import { cancelBody, sendBody } from '../../../../../core/schemas/send';
import { createWebhookBody, updateWebhookBody } from '../../../../../core/schemas/webhook';
import { redeliverBody, testEventBody, webhookEventsQuery } from '../../../../../core/schemas/webhook-events';

const EMAIL = 'must be an e-mail address such as ada@example.com.';
const PHONE = 'must be a phone number in E.164 form, + then country code then number, such as +12025550123.';
const FROM = 'must be an e-mail address, a phone number, or an object with email or phone.';
const to = 'ada@example.org';

const REFUSED: [schema: z.ZodType, body: unknown, message: string][] = [
  [sendBody, {}, 'to is required.'],
  [sendBody, null, 'The body must be an object, not null.'],
  [sendBody, 'text', 'The body must be an object, not text.'],
  [sendBody, [], 'The body must be an object, not an array.'],
  [cancelBody, { to, event: 'x' }, 'event is not a known field. Known fields: to, reference.'],
  [sendBody, { to, payload: ['x'] }, 'payload must be an object.'],
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
    'from must be an e-mail address in ASCII before the @, with or without a name, such as Shop <hello@example.com>.',
  ],
  [sendBody, { to, from: { phone: '12' } }, `from.phone ${PHONE}`],
  [sendBody, { to, from: { name: 'Me' } }, `from.email ${EMAIL}`],
  [contactChanges, { email: 5 }, `email ${EMAIL}`],
  [contactChanges, { phone: 15005550006 }, `phone ${PHONE}`],
  [contactChanges, { external_id: '' }, 'external_id must not be empty.'],
  [contactChanges, { name: true }, 'name must be text, not true.'],
  [contactInput, { telegram: {} }, 'telegram must be text or a number, not an object.'],
  [contactInput, { telegram: 1.5 }, 'telegram must be text or an integer, not a number.'],
  [contactInput, { telegram: 1e20 }, 'telegram must be at most 9007199254740991.'],
  [contactInput, { telegram: -1e20 }, 'telegram must be at least -9007199254740991.'],
  [contactInput, { telegram: '' }, 'telegram must not be empty.'],
  [contactInput, { telegram: 'x'.repeat(256) }, 'telegram must have at most 255 characters.'],
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
];
test.each(REFUSED.map(([schema, body, message]) => [body, message, schema] as const))(
  '%j is refused: %s',
  (body, message, schema) => {
    expect(check(schema, body)).toMatchObject({ ok: false, message });
  },
);

const [text, count] = [z.string(), z.number()];
test.each<[given: unknown, message: string, schema: z.ZodType]>([
  ['a', 'The body must have at least 2 characters.', text.min(2)],
  [[], 'The body must have at least 2 entries.', z.array(text).min(2)],
  [['a', 'b'], 'The body must have at most 1 entries.', z.array(text).max(1)],
  [5, 'The body must be less than 5.', count.lt(5)],
  [6, 'The body must be at most 5.', count.max(5)],
  [5, 'The body must be more than 5.', count.gt(5)],
  [4, 'The body must be at least 5.', count.min(5)],
  ['b', 'The body must match /^a$/.', text.regex(/^a$/)],
  ['b', 'The body must match email.', z.stringFormat('email', () => false)],
  [5, 'The body is not valid.', z.custom(() => false)],
  ['b', 'The body must be a.', z.literal('a')],
  [{ b: 1, c: 2 }, 'b is not a known field.', z.strictObject({})],
  [new Date(0), 'The body must be text or a number, not an object.', z.union([text, count, text.min(2)])],
  [new Date(0), 'The body must be a.', z.union([z.literal('a'), count])],
])('a schema without words of its own refuses %j: %s', (given, message, schema) => {
  expect(check(schema, given)).toMatchObject({ ok: false, message });
});

test('the field is named as the caller wrote it, below where the caller is', () => {
  const person = z.strictObject({ external_id: z.strictObject({ slack: text }) });
  expect(check(person, { externalId: { slackId: 5 } }, ['to', 0])).toMatchObject({
    field: 'to[0].externalId',
    message: 'to[0].externalId is required and must be an object.',
  });
  expect(check(person, { external_id: null })).toMatchObject({ field: 'external_id' });
  expect(check(person, null, ['to'])).toMatchObject({ field: 'to' });
  const names = [
    { externalId: 1 },
    { external_id: 1, externalId: 1 },
    { slackId: 1 },
    { other: 1 },
    [],
    null,
    5,
  ];
  expect(names.map((given) => nameGiven(given, 'external_id'))).toEqual([
    'externalId',
    ...Array<string>(6).fill('external_id'),
  ]);
  expect(nameGiven({ constructor: 1 }, 'external_id')).toBe('external_id');
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
  1e20,
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

import { parseRecipient } from '../../../../core/sending/recipient';
import { problemsOf } from '../../../support/openapi-schema';

/** The document must say of every `to` what the service says of it. */
const CASES: unknown[] = [
  'ada@example.com',
  'not an@address',
  '+12025550123',
  '+1 (202) 555-0123',
  '+1202555x',
  '#general',
  '#',
  '#a@b',
  'C0123456789',
  'C012',
  'U0123456789',
  'user-42',
  'a b',
  ' ',
  '',
  '1234567',
  '123 4567',
  '(12) 34-56.7',
  '123456',
  '1234567a',
  'line\nbreak',
  'x'.repeat(255),
  'x'.repeat(256),
  '3c9c8f0a-1f6d-4a7e-9b57-2b7d0c1f8e42',
  42,
  null,
  true,
  [],
  {},
  { email: 'ada@example.com', name: 'Ada' },
  { email: null },
  { email: null, phone: '+12025550123' },
  { email: 'ada' },
  { name: 'Ada' },
  { external_id: '' },
  { telegram: 1.5 },
  { telegram: '12345' },
  { discord: '1' },
  { push_token: 't' },
  { slack: 'U0123456789', unknown: { nested: [1, null] } },
  { external_id: 'user-42', plan: 'team' },
  { push_tokens: [] },
  { push_tokens: ['t'] },
  { push_tokens: ['t'.repeat(4097)] },
  { push_tokens: Array.from({ length: 101 }, (_, index) => `t${index}`) },
  { push_tokens: null },
  { email: 'ada@example.com', push_tokens: null, timezone: null },
  { email: 'ada@example.com', language: 'pt-BR' },
  { email: 'ada@example.com', language: 'portuguese' },
  { email: 'ada@example.com', payload: 'x' },
  { email: 'ada@example.com', payload: { total: 1 } },
  { email: 'ada@example.com', meta: null },
  { email: 'ada@example.com', name: 'x'.repeat(256) },
  { email: 'ada@example.com', name: 'line\nbreak' },
];

/** What the service accepts, and the document leaves out for the sake of generated clients. */
const ACCEPTED_BESIDE: unknown[] = [
  { id: 'user-42' },
  { externalId: 'user-42', plan: 'team' },
  { slack_id: 'U0123456789' },
  { slackId: 'U0123456789', unknown: { nested: [1, null] } },
  { telegram: 12345 },
  { pushTokens: ['t'] },
  { pushToken: 't' },
  { external_id: null, id: 'user-42' },
];

const name = (to: unknown): string => JSON.stringify(to).slice(0, 60);

describe.each([
  ['Recipient', false],
  ['RecipientOrSlackChannel', true],
] as const)('%s in the document', (component, slackChannels) => {
  it.each(CASES.map((to) => [name(to), to]))('agrees with the service on %s', (_, to) => {
    const { ok } = parseRecipient(to, { slackChannels });
    expect({ to, ok: problemsOf(component, to).length === 0 }).toEqual({ to, ok });
  });
});

test.each(ACCEPTED_BESIDE.map((to) => [name(to), to]))(
  'the service accepts %s, which is not documented',
  (_, to) => {
    expect(parseRecipient(to, { slackChannels: false }).ok).toBe(true);
    expect(problemsOf('Recipient', to)).not.toEqual([]);
  },
);

import { type IncidentFacts, incidentsOf } from '../../../../api/admin/incidents/derive';
import { restingOf } from '../../../../api/admin/incidents/providers';
import type { Application } from '../../../../store/accounts/applications';
import type { WebhookEndpoint } from '../../../../store/webhooks/endpoints';

const NOW = new Date('2026-03-01T09:00:00.000Z');
const relay = { id: 'i-1', channel: 'email', provider: 'postmark', name: 'Main' };
const application = (over: object = {}): Application =>
  ({ _id: 'a-1', name: 'shop', integrations: [relay], senders: [], ...over }) as unknown as Application;
const endpoint = (over: object): WebhookEndpoint =>
  ({ _id: 'w-1', url: 'https://example.com/hook', isActive: true, ...over }) as unknown as WebhookEndpoint;
const rest = (why: string) => ({ failures: 5, rests: 1, why, at: NOW, restUntil: NOW });
const none = { count: 0, more: false };
const some = { count: 63, more: false };

const WELL: IncidentFacts = {
  application: application(),
  environment: 'production',
  providers: [],
  endpoint: endpoint({}),
  senders: [],
  prefixes: [],
  quotas: [{ per: 'month', used: 89, limit: 100 }],
  backlogLimit: 100,
  health: { temporal: true },
  workers: { polls: true, tasks: 0 },
};

/** What is wrong, then code, what it is about, how many wait and the remedy. */
test.each<[string, Partial<IncidentFacts>, string[]]>([
  ['nothing', {}, []],
  [
    'a provider refuses the token',
    { providers: [{ id: 'i-1', health: rest('UNAUTHORIZED'), waiting: some }] },
    ['PROVIDER_RESTING Main 63 FIX_INTEGRATION'],
  ],
  [
    'a provider does not answer, and nothing waits',
    { providers: [{ id: 'i-1', health: rest('TIMEOUT'), waiting: none }] },
    ['PROVIDER_RESTING Main 0 WAIT'],
  ],
  [
    'the SMTP server refuses the password',
    { providers: [{ id: 'service_smtp', health: rest('UNAUTHORIZED'), waiting: some }] },
    ['PROVIDER_RESTING SMTP_URL 63 CHECK_SMTP'],
  ],
  [
    'nothing in sandbox, which captures what a provider would fail at',
    { environment: 'sandbox', providers: [{ id: 'i-1', health: rest('TIMEOUT'), waiting: none }] },
    [],
  ],
  [
    'a provider that listed recipients of sandbox wait for',
    { environment: 'sandbox', providers: [{ id: 'i-1', health: rest('TIMEOUT'), waiting: some }] },
    ['PROVIDER_RESTING Main 63 WAIT'],
  ],
  [
    'the endpoint was disabled',
    { endpoint: endpoint({ isActive: false, switchedOff: { at: NOW, reason: 'gone' } }) },
    ['ENDPOINT_DISABLED https://example.com/hook - FIX_ENDPOINT'],
  ],
  [
    'the endpoint fails',
    { endpoint: endpoint({ failingSince: NOW }) },
    ['ENDPOINT_FAILING https://example.com/hook - FIX_ENDPOINT'],
  ],
  ['nothing, if its owner disabled it', { endpoint: endpoint({ isActive: false, failingSince: NOW }) }, []],
  [
    'DNS lacks a record',
    { senders: [{ id: 's-1', value: 'example.com', bad: 'spf missing' }] },
    ['SENDER_RECORDS example.com - FIX_SENDER'],
  ],
  [
    'the SMS guard holds a prefix',
    {
      prefixes: [
        {
          pause: {
            ...{ id: 'p-1', of: 'prefix:a-1:production:+44', since: NOW, by: 'SMS guard', reason: null },
            counts: { sent: 20, followed: 2 },
          },
          ...{ prefix: '+44', waiting: some },
        },
      ],
    },
    ['SMS_GUARD_HOLDS +44 63 RESUME'],
  ],
  ['half a backlog', { application: application({ backlog: 50 }) }, []],
  ['a high backlog', { application: application({ backlog: 51 }) }, ['BACKLOG_HIGH shop 51 START_WORKER']],
  ['a full backlog', { application: application({ backlog: 101 }) }, ['BACKLOG_FULL shop 101 START_WORKER']],
  [
    'quotas',
    {
      quotas: [
        { per: 'month', used: 90, limit: 100 },
        { per: 'day', used: 10, limit: 10 },
      ],
    },
    ['QUOTA_NEAR shop - RAISE_QUOTA', 'QUOTA_USED shop - RAISE_QUOTA'],
  ],
  ['no worker', { workers: { polls: false, tasks: 7 } }, ['NO_WORKER - 7 START_WORKER']],
  ['nothing that Temporal does not say', { workers: null }, []],
  [
    'no Temporal, which knows no worker then',
    { health: { temporal: false }, workers: { polls: false, tasks: 7 } },
    ['TEMPORAL_UNREACHABLE - - CHECK_TEMPORAL'],
  ],
  [
    'another encryption key',
    { health: { temporal: true, encryption_key: false } },
    ['ENCRYPTION_KEY_CHANGED - - SET_ENCRYPTION_KEY'],
  ],
])('EXPLAIN-3: incidents: %s', (_name, over, expected) => {
  const found = incidentsOf({ ...WELL, ...over });
  expect(
    found.map(
      ({ code, about, waiting, remedy }) =>
        `${code} ${about.name ?? '-'} ${waiting?.count ?? '-'} ${remedy.code}`,
    ),
  ).toEqual(expected);
  for (const { text } of found) expect(text).toMatch(/\.$/);
});

test('EXPLAIN-3: a provider cools down from its first pause to its next success, unless it was removed', () => {
  const failing = { failures: 1, rests: 0, why: 'TIMEOUT', at: NOW, restUntil: null };
  const health = { 'i-1': rest('TIMEOUT'), 'i-2': failing, removed: rest('TIMEOUT') };
  const integrations = [relay, { ...relay, id: 'i-2' }];
  expect(restingOf(application({ health, integrations })).map(({ id }) => id)).toEqual(['i-1']);
});

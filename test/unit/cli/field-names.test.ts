import { Command } from 'commander';
import { optionOf, withOptions } from '../../../cli/field-names';
import { AdminStub, heliograph } from './admin-stub';

const command = (given: string[] = []): Command =>
  new Command('do')
    .argument('<who>')
    .option('--app <app>')
    .option('--env <environment>')
    .option('--to <recipient>')
    .option('--to-contact <who>')
    .option('--since <time>')
    .option('--until <time>')
    .option('--from <time>')
    .option('--set <field=value>')
    .option('--scope <scope>')
    .option('--expires <when>')
    .option('--keep-content <days>')
    .option('--per-second <n>')
    .option('--contact <file>')
    .parse(['ada', ...given], { from: 'user' });

test.each<[field: string, given: string[], name: string]>([
  ['application', [], '--app'],
  ['environment', [], '--env'],
  ['per_second', [], '--per-second'],
  ['keep_content_days', [], '--keep-content'],
  ['expires_at', [], '--expires'],
  ['scopes', [], '--scope'],
  ['to', [], '--to'],
  ['to_contact', [], '--to-contact'],
  ['from', [], '--from'],
  ['from', ['--since', '1h'], '--since'],
  ['to', ['--until', '1h'], '--until'],
  ['to', ['--contact', 'x'], '--contact'],
  ['to.push_token', [], '--contact push_token'],
  ['contact.email', [], '--contact email'],
  ['settings', [], '--set'],
  ['settings.server_token', [], '--set server_token'],
  ['who', [], '<who>'],
  ['total', [], 'total'],
  ['name', [], 'name'],
])('the field %s with %j is %s', (field, given, name) => {
  expect(optionOf(command(given), field)).toBe(name);
});

test.each<[reason: string, field: string | undefined, words: string]>([
  ['per_second must be more than 0', 'per_second', '--per-second must be more than 0'],
  ['Not a domain.', 'per_second', 'Not a domain. (--per-second)'],
  ['who: ask for less.', 'who', '<who>: ask for less.'],
  ['settings.url is required', 'settings.url', '--set url is required'],
  [
    'settings.url decides it. Give password again.',
    'settings.password',
    '--set url decides it. Give password again. (--set password)',
  ],
  [
    'settings: refused (with "check": false they are stored all the same)',
    'settings',
    '--set: refused (with --no-check they are stored all the same)',
  ],
  ['Use --to-contact once.', 'to_contact', 'Use --to-contact once.'],
  ['environments differ', 'environment', 'environments differ (--env)'],
  ['It is over.', undefined, 'It is over.'],
])('%j about %s is said as %j', (reason, field, words) => {
  expect(withOptions(reason, field, (one) => optionOf(command(), one))).toBe(words);
});

describe('what is named', () => {
  const stub = new AdminStub();
  beforeAll(() => stub.start());
  afterAll(() => stub.stop());
  beforeEach(() => {
    stub.reset();
    stub.answer('GET applications', 200, { applications: [{ id: 'app-1', name: 'shop' }] });
  });
  const env = () => ({ HELIOGRAPH_ADMIN_URL: stub.url, HELIOGRAPH_ADMIN_KEY: 'k' });
  const ONLY = '?environment=production';
  const contact = {
    ...{ uuid: 'c-1', name: 'Ada', emailAddresses: ['ada@example.com'], phoneNumbers: [], externalId: null },
    meta: {},
  };
  const integration = {
    ...{ id: 'i-1', channel: 'email', provider: 'smtp', name: 'relay', priority: 1, per_second: null },
    ...{ settings: {}, secrets: [] },
  };
  const health = {
    ...{ state: 'resting', failures: 7, code: 'UNAUTHORIZED', since: 'then', until: 'later' },
  };

  test.each<[string, string[], [route: string, status: number, body: object][], string]>([
    [
      'the only application in an error',
      ['keys', 'create', '--env', 'production', '--rate-limit', '0'],
      [
        [
          'POST applications/app-1/keys',
          400,
          { error: 'rate_limit must be at least 1', field: 'rate_limit' },
        ],
      ],
      'cannot create a production key for "shop": --rate-limit must be at least 1\n',
    ],
    [
      'a setting of an integration',
      ['integrations', 'add', 'smtp', '--channel', 'email'],
      [
        [
          'POST applications/app-1/integrations',
          400,
          { error: 'settings.url is required and must be text', field: 'settings.url' },
        ],
      ],
      'cannot connect "shop" to smtp: --set url is required and must be text\n',
    ],
    [
      'an argument',
      ['explain', 'x'],
      [['GET explain?who=x', 400, { error: 'who must be shorter', field: 'who' }]],
      'cannot explain x: <who> must be shorter\n',
    ],
    [
      'an erased contact',
      ['contacts', 'erase', 'c-1', '--env', 'production', '--yes'],
      [
        [`GET applications/app-1/contacts/c-1${ONLY}`, 200, { contact }],
        [`DELETE applications/app-1/contacts/c-1${ONLY}`, 200, {}],
      ],
      'The contact ada@example.com is erased.',
    ],
    [
      'why an integration rests',
      ['integrations', 'list'],
      [['GET applications/app-1/integrations', 200, { integrations: [{ ...integration, health }] }]],
      'resting since then until later: failed 7 times in a row, UNAUTHORIZED',
    ],
  ])('%s', async (_what, args, answers, words) => {
    for (const [route, status, body] of answers) stub.answer(route, status, body);
    const { stdout, stderr } = await heliograph(args, { env: env() });
    expect(stdout + stderr).toContain(words);
  });
});

import { Option, type Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { KEY_SCOPES, type KeyScope } from '../../core/access/key-scopes';
import { appContextOf } from '../context';
import { addList, addRemoval } from './app-resources';
import { appOption, count, environmentOption, expiry } from './options';

interface CreateOptions {
  env: Environment;
  label?: string;
  rateLimit?: number;
  scope?: KeyScope[];
  expires?: string;
}

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('Manage the API keys of an application.');

  keys
    .command('create')
    .description('Create a key and print it. It is shown only once.')
    .addOption(appOption())
    .addOption(environmentOption())
    .option('--label <text>', 'Label that says what the key is for.')
    .option(
      '--rate-limit <n>',
      'Maximum requests per second (default: 100 in production, 10 in sandbox).',
      count,
    )
    .addOption(new Option('--scope <scope...>', 'Scopes of the key (default: all).').choices(KEY_SCOPES))
    .option('--expires <when>', 'When the key expires: 90d, 12h, or a time (default: never).', expiry)
    .action(async (options: CreateOptions, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { env: environment, label, rateLimit: rate_limit, scope: scopes, expires: expires_at } = options;
      const { key } = await admin.post(
        `create a ${environment} key for "${app}"`,
        '/admin/v1/applications/{app}/keys',
        { ...path, body: { environment, label, rate_limit, scopes, expires_at } },
      );
      const note = `This ${key.environment} key (id ${key.id}) is shown only once. Store it now.`;
      output.result(key, () => `${key.api_key}\n\n${note}`);
    });

  addList(keys, {
    description: 'List the keys with their first characters.',
    name: 'keys',
    list: async (doing, { admin, path }) =>
      (await admin.get(doing, '/admin/v1/applications/{app}/keys', path)).keys,
    row: (key) => ({
      id: key.id,
      key: `${key.prefix}…`,
      environment: key.environment,
      label: key.label,
      scopes: key.scopes.length === KEY_SCOPES.length ? 'all' : key.scopes,
      created: key.created_at,
      used: key.last_used_at,
      expires: key.expires_at,
      revoked: key.revoked_at,
    }),
    empty: 'No key yet: heliograph keys create --env production',
  });
  addRemoval(keys, 'revoke', 'key', 'Revoke a key permanently.', '/admin/v1/applications/{app}/keys/{id}');
}

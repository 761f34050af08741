import { Option, type Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { KEY_SCOPES, type KeyScope } from '../../core/access/key-scopes';
import type { ApiKey } from '../../api/admin/answers';
import { contextOf, pickApplication } from '../context';
import { table } from '../output';
import { appOption, count, environmentOption, expiry } from './options';

interface CreateOptions {
  app?: string;
  env: Environment;
  label?: string;
  rateLimit?: number;
  scope?: KeyScope[];
  expires?: string;
}

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys of an application');

  keys
    .command('create')
    .description('make a key and print it, this once')
    .addOption(appOption())
    .addOption(environmentOption())
    .option('--label <text>', 'what the key is for')
    .option('--rate-limit <n>', 'requests per second (default: 100 in production, 10 in sandbox)', count)
    .addOption(
      new Option('--scope <scope...>', 'what the key may do (default: everything)').choices(KEY_SCOPES),
    )
    .option('--expires <when>', 'when it ends, such as 90d, 12h or a time (default: never)', expiry)
    .action(async (options: CreateOptions, command: Command) => {
      const { admin, output } = contextOf(command);
      const app = await pickApplication(admin, options.app);
      const { key } = await admin.request<{ key: ApiKey & { api_key: string } }>({
        doing: `create a ${options.env} key for "${app}"`,
        method: 'POST',
        path: ['applications', app, 'keys'],
        body: {
          environment: options.env,
          ...(options.label !== undefined && { label: options.label }),
          ...(options.rateLimit !== undefined && { rate_limit: options.rateLimit }),
          ...(options.scope && { scopes: options.scope }),
          ...(options.expires !== undefined && { expires_at: options.expires }),
        },
      });
      output.result(
        key,
        () =>
          `${key.api_key}\n\nThis ${key.environment} key (id ${key.id}) is shown only this once: keep it now.`,
      );
    });

  keys
    .command('list')
    .description('list the keys, which are known by their beginning')
    .addOption(appOption())
    .action(async (options: { app?: string }, command: Command) => {
      const { admin, output } = contextOf(command);
      const app = await pickApplication(admin, options.app);
      const { keys: all } = await admin.request<{ keys: ApiKey[] }>({
        doing: `list the keys of "${app}"`,
        path: ['applications', app, 'keys'],
      });
      const rows = all.map((key) => ({
        id: key.id,
        key: `${key.prefix}…`,
        environment: key.environment,
        label: key.label,
        scopes: key.scopes.length === KEY_SCOPES.length ? 'all' : key.scopes,
        created: key.created_at,
        used: key.last_used_at,
        expires: key.expires_at,
        revoked: key.revoked_at,
      }));
      output.result(all, () => table(rows, 'No key yet: heliograph keys create --env production'));
    });

  keys
    .command('revoke <id>')
    .description('make a key invalid for good')
    .addOption(appOption())
    .action(async (id: string, options: { app?: string }, command: Command) => {
      const { admin, output } = contextOf(command);
      const app = await pickApplication(admin, options.app);
      await admin.request({
        doing: `revoke the key ${id} of "${app}"`,
        method: 'DELETE',
        path: ['applications', app, 'keys', id],
      });
      output.result({ id, revoked: true }, () => `The key ${id} is revoked.`);
    });
}

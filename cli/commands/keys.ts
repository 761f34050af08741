import type { Command } from 'commander';
import type { Environment } from '../../core/channels';
import type { ApiKey } from '../admin-api';
import { contextOf, pickApplication } from '../context';
import { table } from '../output';
import { appOption, count, environmentOption } from './options';

interface CreateOptions {
  app?: string;
  env: Environment;
  label?: string;
  rateLimit?: number;
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
      const rows = all.map(({ id, prefix, environment, label, created_at, revoked_at }) => ({
        id,
        key: `${prefix}…`,
        environment,
        label,
        created: created_at,
        revoked: revoked_at,
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

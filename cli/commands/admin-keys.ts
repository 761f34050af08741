import { Option, type Command } from 'commander';
import { ADMIN_ROLES, type AdminRole } from '../../core/access/admin-roles';
import type { AdminKey } from '../../api/admin/answers';
import { contextOf } from '../context';
import { table } from '../output';
import { expiry, hours } from './options';

type Made = { key: AdminKey & { admin_key: string } };

export function addAdminKeyCommands(program: Command): void {
  const keys = program.command('admin-keys').description('keys of the admin routes, for people and programs');

  keys
    .command('create <name>')
    .description('make an admin key and print it, this once')
    .addOption(
      new Option(
        '--role <role>',
        'viewer reads, editor also changes applications, owner also removes and hands out keys',
      )
        .choices(ADMIN_ROLES)
        .makeOptionMandatory(),
    )
    .option('--expires <when>', 'when it ends, such as 90d, 12h or a time (default: never)', expiry)
    .action(async (name: string, options: { role: AdminRole; expires?: string }, command: Command) => {
      const { admin, output } = contextOf(command);
      const { key } = await admin.request<Made>({
        doing: `create the admin key "${name}"`,
        method: 'POST',
        path: ['admin-keys'],
        body: { name, role: options.role, ...(options.expires && { expires_at: options.expires }) },
      });
      output.result(key, () => {
        const which = `admin key of "${key.name}", ${key.role} (id ${key.id})`;
        return `${key.admin_key}\n\nThis ${which} is shown only this once: keep it now.`;
      });
    });

  keys
    .command('list')
    .description('list the admin keys, which are known by their beginning')
    .action(async (_options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { keys: all } = await admin.request<{ keys: AdminKey[] }>({
        doing: 'list the admin keys',
        path: ['admin-keys'],
      });
      const rows = all.map((key) => ({
        name: key.name,
        role: key.role,
        key: `${key.prefix}…`,
        created: key.created_at,
        used: key.last_used_at,
        expires: key.expires_at,
        revoked: key.revoked_at,
        id: key.id,
      }));
      const none = 'None but that of ADMIN_API_KEY: heliograph admin-keys create NAME --role editor';
      output.result(all, () => table(rows, none));
    });

  keys
    .command('rotate <id>')
    .description('give an admin key a new secret and print it, this once')
    .option('--overlap <time>', 'how long the old one goes on, such as 24h or 7d; 0 ends it now', hours, 24)
    .action(async (id: string, { overlap }: { overlap: number }, command: Command) => {
      const { admin, output } = contextOf(command);
      const { key } = await admin.request<Made>({
        doing: `rotate the admin key ${id}`,
        method: 'POST',
        path: ['admin-keys', id, 'rotate'],
        body: { overlap_hours: overlap },
      });
      output.result(
        key,
        () =>
          `${key.admin_key}\n\nIt is shown only this once: keep it now. The key before it is taken until ${key.previous_until}.`,
      );
    });

  keys
    .command('revoke <id>')
    .description('make an admin key invalid for good')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      await admin.request({
        doing: `revoke the admin key ${id}`,
        method: 'DELETE',
        path: ['admin-keys', id],
      });
      output.result({ id, revoked: true }, () => `The admin key ${id} is revoked.`);
    });
}

import { Option, type Command } from 'commander';
import { ADMIN_ROLES, type AdminRole } from '../../core/access/admin-roles';
import { contextOf } from '../context';
import { table } from '../output';
import { expiry, hours } from './options';

export function addAdminKeyCommands(program: Command): void {
  const keys = program.command('admin-keys').description('Manage the keys of the admin API.');

  keys
    .command('create <name>')
    .description('Create an admin key and print it. It is shown only once.')
    .addOption(
      new Option(
        '--role <role>',
        'Role of the key. A viewer reads, an editor also changes applications, and an owner also removes and creates admin keys.',
      )
        .choices(ADMIN_ROLES)
        .makeOptionMandatory(),
    )
    .option('--expires <when>', 'When the key expires: 90d, 12h, or a time (default: never).', expiry)
    .action(async (name: string, options: { role: AdminRole; expires?: string }, command: Command) => {
      const { admin, output } = contextOf(command);
      const { key } = await admin.post(`create the admin key "${name}"`, '/admin/v1/admin-keys', {
        body: { name, role: options.role, expires_at: options.expires },
      });
      output.result(key, () => {
        const which = `admin key of "${key.name}", ${key.role} (id ${key.id})`;
        return `${key.admin_key}\n\nThis ${which} is shown only once. Store it now.`;
      });
    });

  keys
    .command('list')
    .description('List the admin keys with their first characters.')
    .action(async (_options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { keys: all } = await admin.get('list the admin keys', '/admin/v1/admin-keys');
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
      const none =
        'There is only the key of ADMIN_API_KEY. Create one: heliograph admin-keys create NAME --role editor';
      output.result(all, () => table(rows, none));
    });

  keys
    .command('rotate <id>')
    .description('Replace the secret of an admin key and print it. It is shown only once.')
    .option(
      '--overlap <time>',
      'How long the old secret stays valid, such as 24h or 7d. 0 ends it at once.',
      hours,
      24,
    )
    .action(async (id: string, { overlap }: { overlap: number }, command: Command) => {
      const { admin, output } = contextOf(command);
      const { key } = await admin.post(`rotate the admin key ${id}`, '/admin/v1/admin-keys/{id}/rotate', {
        id,
        body: { overlap_hours: overlap },
      });
      const note = `This admin key of "${key.name}" is shown only once. Store it now. The old key is valid until ${key.previous_until}.`;
      output.result(key, () => `${key.admin_key}\n\n${note}`);
    });

  keys
    .command('revoke <id>')
    .description('Revoke an admin key permanently.')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      await admin.delete(`revoke the admin key ${id}`, '/admin/v1/admin-keys/{id}', { id });
      output.result({ id, revoked: true }, () => `The admin key ${id} is revoked.`);
    });
}

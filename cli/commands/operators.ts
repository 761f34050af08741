import { Option, type Command } from 'commander';
import { ADMIN_ROLES, type AdminRole } from '../../core/access/admin-roles';
import type { OperatorLink } from '../answers';
import { contextOf } from '../context';
import { CliError } from '../errors';
import { table } from '../output';

const ROLE =
  'Role of the operator. A viewer reads, an editor also changes applications, and an owner also removes and invites operators.';
const roleOption = (): Option => new Option('--role <role>', ROLE).choices(ADMIN_ROLES).makeOptionMandatory();

const MAILED: Record<OperatorLink['mail'], string> = {
  sent: 'It was also mailed to them.',
  failed: 'The e-mail could not be sent. Send the link to them yourself.',
  not_configured: 'The service has no SMTP_URL. Send the link to them yourself.',
  not_asked: 'It was not mailed. Send it to them yourself.',
};

export function addOperatorCommands(program: Command): void {
  const operators = program
    .command('operators')
    .description('Manage the people who sign in to the dashboard.');

  operators
    .command('invite <email>')
    .description('Create an operator, then mail and print a link that signs in once.')
    .requiredOption('--name <name>', 'Name of the operator, which the audit log shows.')
    .addOption(roleOption())
    .option('--no-mail', 'Print the link without mailing it.')
    .action(
      async (
        email: string,
        { name, role, mail }: { name: string; role: AdminRole; mail: boolean },
        command: Command,
      ) => {
        const { admin, output } = contextOf(command);
        const made = await admin.post(`invite ${email}`, '/admin/v1/operators', {
          body: { email, name, role, mail },
        });
        output.result(made, () => linkText(made));
      },
    );

  operators
    .command('list')
    .description('List the operators.')
    .action(async (_options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { operators: all } = await admin.get('list the operators', '/admin/v1/operators');
      const rows = all.map((one) => ({
        email: one.email,
        name: one.name,
        role: one.role,
        used: one.last_used_at,
        'link until': one.link_expires_at,
        id: one.id,
      }));
      const none =
        'There are no operators. Invite one: heliograph operators invite ada@example.com --name Ada --role owner';
      output.result(all, () => table(rows, none));
    });

  operators
    .command('link <email>')
    .description('Create a new link that signs an operator in once, for example after a lost password.')
    .option('--no-mail', 'Print the link without mailing it.')
    .action(async (email: string, { mail }: { mail: boolean }, command: Command) => {
      const { admin, output } = contextOf(command);
      const made = await admin.post(`create a link for ${email}`, '/admin/v1/operators/{id}/link', {
        id: await idOf(command, email),
        body: { mail },
      });
      output.result(made, () => linkText(made));
    });

  operators
    .command('role <email>')
    .description('Change the role of an operator.')
    .addOption(roleOption())
    .action(async (email: string, { role }: { role: AdminRole }, command: Command) => {
      const { admin, output } = contextOf(command);
      const { operator } = await admin.patch(`change the role of ${email}`, '/admin/v1/operators/{id}', {
        id: await idOf(command, email),
        body: { role },
      });
      output.result(operator, () => `${operator.email} has the role ${operator.role}.`);
    });

  operators
    .command('unlink <email>')
    .description('Unlink an operator from their account at the OpenID provider, and end their sessions.')
    .action(async (email: string, _options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const id = await idOf(command, email);
      await admin.delete(`unlink ${email}`, '/admin/v1/operators/{id}/oidc-account', { id });
      const text = `The sessions of ${email} have ended. The next other account at the OpenID provider with this address signs in.`;
      output.result({ id, unlinked: true }, () => text);
    });

  operators
    .command('sign-out <email>')
    .description('End the sessions and the unused link of an operator, for example after a lost computer.')
    .action(async (email: string, _options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const id = await idOf(command, email);
      await admin.delete(`sign out ${email}`, '/admin/v1/operators/{id}/sessions', { id });
      output.result({ id, signed_out: true }, () => `The sessions and the link of ${email} have ended.`);
    });

  operators
    .command('remove <email>')
    .description('Remove an operator and end their sessions.')
    .action(async (email: string, _options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const id = await idOf(command, email);
      await admin.delete(`remove ${email}`, '/admin/v1/operators/{id}', { id });
      output.result({ id, removed: true }, () => `${email} is removed and signed out.`);
    });
}

async function idOf(command: Command, email: string): Promise<string> {
  const { admin } = contextOf(command);
  const { operators } = await admin.get(`find ${email}`, '/admin/v1/operators');
  const found = operators.find((one) => one.email === email.toLowerCase());
  if (found) return found.id;
  throw new CliError(`There is no operator ${email}.`, { next: 'List them: heliograph operators list' });
}

const linkText = ({ operator, link, mail }: OperatorLink): string =>
  `${link}\n\nThis link signs ${operator.name} in once, within seven days. ${MAILED[mail]}`;

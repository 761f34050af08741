import type { Command } from 'commander';
import type { Contact } from '../answers';
import { CONTACT_TABLE } from '../../core/contacts/table';
import type { Environment } from '../../core/shared/channels';
import { confirm } from '../confirm';
import { appContextOf, type AppContext } from '../context';
import { fields, pageText } from '../output';
import { addContactPreferenceCommands } from './contact-preferences';
import { addLimit, appOption, count, environmentOption } from './options';
import { addPreferenceImport } from './preference-import';

interface ListOptions {
  env: Environment;
  search?: string;
  limit?: number;
  offset?: number;
}

export function addContactCommands(program: Command): void {
  const contacts = program
    .command('contacts')
    .description('Manage contacts, the people who receive messages.')
    .addHelpText(
      'after',
      '\n<who> is an e-mail address, a phone number, an external id, or the id of a contact.',
    );

  addLimit(contacts.command('list').description('List contacts, newest first.'))
    .addOption(environmentOption())
    .addOption(appOption())
    .option('--search <text>', 'Beginning of a name, e-mail address, phone number or external id.')
    .option('--offset <number>', 'Number of contacts to skip.', count)
    .action(async (options: ListOptions, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { env: environment, search, limit, offset } = options;
      const { contacts: found, total } = await admin.get(
        `list the contacts of "${app}" in ${environment}`,
        '/admin/v1/applications/{app}/contacts',
        { ...path, environment, search, limit, offset },
      );
      const next = (offset ?? 0) + found.length;
      const more = found.length > 0 && next < total ? `--offset ${next}` : null;
      output.result({ contacts: found, total }, () =>
        pageText(found.map(row), 'There are no contacts.', more),
      );
    });

  contacts
    .command('show <who>')
    .description('Show a contact.')
    .addOption(environmentOption())
    .addOption(appOption())
    .action(async (who: string, { env }: { env: Environment }, command: Command) => {
      const context = await appContextOf(command);
      const contact = await find(context, { verb: 'show', who, environment: env });
      context.output.result(contact, () => describe(contact));
    });

  addContactPreferenceCommands(contacts);
  addPreferenceImport(contacts);

  contacts
    .command('erase <who>')
    .description('Erase a contact and everything that was sent to it.')
    .addOption(environmentOption())
    .addOption(appOption())
    .option('--yes', 'Skip the confirmation.')
    .action(
      async (
        who: string,
        { env: environment, yes }: { env: Environment; yes?: boolean },
        command: Command,
      ) => {
        const context = await appContextOf(command);
        const { admin, output, host, app, path } = context;
        const contact = await find(context, { verb: 'erase', who, environment });
        if (!yes) {
          host.stderr.write(`${describe(contact)}\n`);
          await confirm(host, {
            question: `Erase this contact of "${app}" in ${environment}?`,
            would: `the contact ${who} would be erased`,
            next: 'Add --yes to erase it.',
            refused: 'nothing was erased',
          });
        }
        const { uuid: id } = contact;
        await admin.delete(
          `erase the contact ${who} of "${app}" in ${environment}`,
          '/admin/v1/applications/{app}/contacts/{identifier}',
          { ...path, identifier: id, environment },
        );
        output.result(
          { id, environment, erased: true },
          () => `The contact ${nameOf(contact)} is erased. What was sent to it will be removed soon.`,
        );
      },
    );
}

async function find(
  { admin, app, path }: AppContext,
  { verb, who, environment }: { verb: 'show' | 'erase'; who: string; environment: Environment },
): Promise<Contact> {
  return (
    await admin.get(
      `${verb} the contact ${who} of "${app}" in ${environment}`,
      '/admin/v1/applications/{app}/contacts/{identifier}',
      { ...path, identifier: who, environment },
    )
  ).contact;
}

const row = ({ uuid, name, emailAddresses, phoneNumbers, externalId }: Contact) => ({
  name,
  email: emailAddresses[0],
  phone: phoneNumbers[0],
  'external id': externalId,
  id: uuid,
});

const nameOf = ({ uuid, name, emailAddresses, phoneNumbers, externalId }: Contact): string =>
  emailAddresses[0] ?? phoneNumbers[0] ?? externalId ?? name ?? uuid;

const describe = (contact: Contact): string =>
  fields({
    contact: contact.uuid,
    ...Object.fromEntries(ANSWERED.map(({ label, name }) => [label, contact[name]])),
    metadata: Object.keys(contact.meta).length > 0 ? contact.meta : undefined,
  });

const ANSWERED = Object.values(CONTACT_TABLE).flatMap((row) =>
  'answer' in row ? [{ label: row.label.toLowerCase(), name: row.answer.name }] : [],
);

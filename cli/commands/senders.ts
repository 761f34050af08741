import { Argument, type Command } from 'commander';
import { SENDER_TYPES, type Sender } from '../../core/sending/sender-type';
import { appContextOf } from '../context';
import { addList, addRemoval } from './app-resources';
import { appOption } from './options';
import { addSenderDkim } from './sender-dkim';
import { addSenderRecords } from './sender-records';

export function addSenderCommands(program: Command): void {
  const senders = program.command('senders').description('Manage the verified senders of an application.');

  senders
    .command('add')
    .description('Add a domain, address, number or name (SMS) that an application may send from.')
    .addArgument(new Argument('<type>', 'Type of the sender.').choices(SENDER_TYPES))
    .argument('<value>', 'Domain, e-mail address, number (E.164) or name (alphanumeric, 1 to 11 characters).')
    .addOption(appOption())
    .action(async (type: Sender['type'], value: string, _options: unknown, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { sender } = await admin.post(
        `add the sender ${value} to "${app}"`,
        '/admin/v1/applications/{app}/senders',
        { ...path, body: { type, value } },
      );
      const text = `The ${sender.type} ${sender.value} is a verified sender (id ${sender.id}).`;
      output.result(sender, () => text);
    });

  addList(senders, {
    description: 'List the verified senders.',
    name: 'senders',
    list: async (doing, { admin, path }) =>
      (await admin.get(doing, '/admin/v1/applications/{app}/senders', path)).senders,
    row: ({ id, type, value }) => ({ id, type, value }),
    empty: 'No verified sender yet: heliograph senders add domain example.com',
  });
  addSenderRecords(senders);
  addSenderDkim(senders);
  addRemoval(senders, 'remove', 'sender', 'Remove a sender.', '/admin/v1/applications/{app}/senders/{id}');
}

import { Argument, type Command } from 'commander';
import { SENDER_TYPES } from '../../core/sending/sender-type';
import type { Sender } from '../../core/sending/sender-type';
import { contextOf, pickApplication } from '../context';
import { table } from '../output';
import { appOption } from './options';

export function addSenderCommands(program: Command): void {
  const senders = program.command('senders').description('verified senders of an application');

  senders
    .command('add')
    .description('let an application send from a domain, an address, a number or a name (SMS)')
    .addArgument(new Argument('<type>', 'kind of sender').choices(SENDER_TYPES))
    .argument(
      '<value>',
      'the domain, the e-mail address, the number (E.164), or the name (alphanumeric, 1 to 11 characters)',
    )
    .addOption(appOption())
    .action(async (type: Sender['type'], value: string, options: { app?: string }, command: Command) => {
      const { admin, output } = contextOf(command);
      const app = await pickApplication(admin, options.app);
      const { sender } = await admin.request<{ sender: Sender }>({
        doing: `add the sender ${value} to "${app}"`,
        method: 'POST',
        path: ['applications', app, 'senders'],
        body: { type, value },
      });
      output.result(
        sender,
        () => `The ${sender.type} ${sender.value} is a verified sender (id ${sender.id}).`,
      );
    });

  senders
    .command('list')
    .description('list the verified senders')
    .addOption(appOption())
    .action(async (options: { app?: string }, command: Command) => {
      const { admin, output } = contextOf(command);
      const app = await pickApplication(admin, options.app);
      const { senders: all } = await admin.request<{ senders: Sender[] }>({
        doing: `list the senders of "${app}"`,
        path: ['applications', app, 'senders'],
      });
      const rows = all.map(({ id, type, value }) => ({ id, type, value }));
      output.result(all, () =>
        table(rows, 'No verified sender yet: heliograph senders add domain example.com'),
      );
    });

  senders
    .command('remove <id>')
    .description('take a sender away')
    .addOption(appOption())
    .action(async (id: string, options: { app?: string }, command: Command) => {
      const { admin, output } = contextOf(command);
      const app = await pickApplication(admin, options.app);
      await admin.request({
        doing: `remove the sender ${id} of "${app}"`,
        method: 'DELETE',
        path: ['applications', app, 'senders', id],
      });
      output.result({ id, removed: true }, () => `The sender ${id} is removed.`);
    });
}

import { Argument, type Command, Option } from 'commander';
import { ENVIRONMENTS, type Environment } from '../../core/shared/channels';
import { SUPPRESSIBLE } from '../../core/receipts/suppression';
import type { Suppression } from '../../api/admin/answers';
import { contextOf, pickApplication } from '../context';
import { CliError } from '../errors';
import { pageText } from '../output';
import { addLimit, appOption, count, environmentOption, PAGE } from './options';

interface ListOptions {
  app?: string;
  env: Environment;
  limit?: number;
  offset?: number;
  channel?: string;
  address?: string;
}

interface LiftOptions {
  app?: string;
  env?: Environment;
  id?: string;
}

export function addSuppressionCommands(program: Command): void {
  const suppressions = program
    .command('suppressions')
    .description('addresses that get nothing more: bounced, complained, opted out, or suppressed by hand');

  const list = suppressions.command('list').description('list them, the newest first, or look one up');
  addLimit(list)
    .addOption(environmentOption())
    .addOption(appOption())
    .option('--offset <number>', 'how many to skip', count)
    .addOption(new Option('--channel <channel>', 'with --address: look this one up').choices(SUPPRESSIBLE))
    .option('--address <address>', 'with --channel: the e-mail address, or the number (E.164)')
    .action(async (options: ListOptions, command: Command) => {
      const { admin, output } = contextOf(command);
      const app = await pickApplication(admin, options.app);
      const { env: environment, limit, offset, channel, address } = options;
      const { suppressions: found } = await admin.request<{ suppressions: Suppression[] }>({
        doing: `list the suppressions of "${app}" in ${environment}`,
        path: ['applications', app, 'suppressions'],
        query: { environment, limit, offset, channel, address },
      });
      const next = (offset ?? 0) + found.length;
      const more = found.length === (limit ?? PAGE) ? `--offset ${next}` : null;
      output.result(found, () => pageText(found.map(row), 'Nothing is suppressed there.', more));
    });

  suppressions
    .command('add')
    .description('send nothing more to an address')
    .addArgument(new Argument('<channel>', 'its channel').choices(SUPPRESSIBLE))
    .argument('<address>', 'the e-mail address, or the number (E.164)')
    .addOption(environmentOption())
    .addOption(appOption())
    .option('--detail <text>', 'why, for whoever reads the list')
    .action(
      async (
        channel: string,
        address: string,
        options: { app?: string; env: Environment; detail?: string },
        command: Command,
      ) => {
        const { admin, output } = contextOf(command);
        const app = await pickApplication(admin, options.app);
        const { env: environment, detail } = options;
        const { suppression } = await admin.request<{ suppression: Suppression }>({
          doing: `suppress ${address} on ${channel} for "${app}" in ${environment}`,
          method: 'POST',
          path: ['applications', app, 'suppressions'],
          body: { environment, channel, address, detail },
        });
        const { reason, created_at } = suppression;
        output.result(
          suppression,
          () =>
            `Nothing is sent to ${address} on ${channel} in ${environment} (${reason}, since ${created_at}).`,
        );
      },
    );

  suppressions
    .command('lift')
    .description('send to an address again')
    .addArgument(new Argument('[channel]', 'its channel').choices(SUPPRESSIBLE))
    .argument('[address]', 'the e-mail address, or the number (E.164)')
    .addOption(new Option('--env <environment>', 'environment').choices(ENVIRONMENTS))
    .addOption(appOption())
    .option('--id <id>', 'in place of the rest: the id, as the list shows it, of an erased address')
    .action(
      async (
        channel: string | undefined,
        address: string | undefined,
        options: LiftOptions,
        command: Command,
      ) => {
        const { env: environment, id } = options;
        const isNamed = channel !== undefined && address !== undefined && environment !== undefined;
        if (id === undefined ? !isNamed : channel !== undefined || environment !== undefined) {
          throw new CliError('it takes CHANNEL ADDRESS --env ENVIRONMENT, or --id ID alone', {
            next: 'Look for it: heliograph suppressions list --env production',
            usage: true,
          });
        }
        const { admin, output } = contextOf(command);
        const app = await pickApplication(admin, options.app);
        const what = id ?? `${address} on ${channel} in ${environment}`;
        await admin.request({
          doing: `lift the suppression of ${what} for "${app}"`,
          method: 'DELETE',
          path: ['applications', app, 'suppressions', ...(id === undefined ? [] : [id])],
          ...(id === undefined && { body: { environment, channel, address } }),
        });
        output.result(
          { id, environment, channel, address, lifted: true },
          () => `The suppression of ${what} is lifted.`,
        );
      },
    );
}

const row = ({ id, channel, address, reason, detail, created_at }: Suppression) => ({
  channel,
  address: address ?? '(erased)',
  reason,
  since: created_at,
  detail,
  id,
});

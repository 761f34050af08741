import { Argument, type Command, Option } from 'commander';
import { ENVIRONMENTS, type Environment } from '../../core/shared/channels';
import { SUPPRESSIBLE, SUPPRESSION_REASONS, type SuppressionReason } from '../../core/receipts/suppression';
import type { Suppression } from '../answers';
import { appContextOf } from '../context';
import { CliError } from '../errors';
import { pageText } from '../output';
import { addLimit, appOption, count, environmentOption, PAGE } from './options';

interface ListOptions {
  env: Environment;
  limit?: number;
  offset?: number;
  channel?: Suppression['channel'];
  address?: string;
}

export function addSuppressionCommands(program: Command): void {
  const suppressions = program
    .command('suppressions')
    .description(
      'Manage suppressed addresses, which receive no messages: bounced, complained, opted out, or added by hand.',
    );

  const list = suppressions.command('list').description('List suppressions, newest first, or look up one.');
  addLimit(list)
    .addOption(environmentOption())
    .addOption(appOption())
    .option('--offset <number>', 'Number of suppressions to skip.', count)
    .addOption(
      new Option('--channel <channel>', 'Channel of the suppression to look up, with --address.').choices(
        SUPPRESSIBLE,
      ),
    )
    .option('--address <address>', 'E-mail address or number (E.164) to look up, with --channel.')
    .action(async (options: ListOptions, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { env: environment, limit, offset, channel, address } = options;
      const { suppressions: found } = await admin.get(
        `list the suppressions of "${app}" in ${environment}`,
        '/admin/v1/applications/{app}/suppressions',
        { ...path, environment, limit, offset, channel, address },
      );
      const next = (offset ?? 0) + found.length;
      const more = found.length === (limit ?? PAGE) ? `--offset ${next}` : null;
      output.result(found, () => pageText(found.map(row), 'There are no suppressions.', more));
    });

  suppressions
    .command('add')
    .description('Suppress an address, so that nothing is sent to it.')
    .addArgument(new Argument('<channel>', 'Channel of the address.').choices(SUPPRESSIBLE))
    .argument('<address>', 'E-mail address or number (E.164).')
    .addOption(environmentOption())
    .addOption(appOption())
    .option('--detail <text>', 'Reason, which the list shows.')
    .action(
      async (
        channel: Suppression['channel'],
        address: string,
        { env: environment, detail }: { env: Environment; detail?: string },
        command: Command,
      ) => {
        const { admin, output, app, path } = await appContextOf(command);
        const { suppression } = await admin.post(
          `suppress ${address} on ${channel} for "${app}" in ${environment}`,
          '/admin/v1/applications/{app}/suppressions',
          { ...path, body: { environment, channel, address, detail } },
        );
        const text = `Nothing is sent to ${address} on ${channel} in ${environment} (${reasonsOf(suppression)}, since ${suppression.created_at}).`;
        output.result(suppression, () => text);
      },
    );

  suppressions
    .command('lift')
    .description('Lift the suppression of an address.')
    .addArgument(new Argument('[channel]', 'Channel of the address.').choices(SUPPRESSIBLE))
    .argument('[address]', 'E-mail address or number (E.164).')
    .addOption(new Option('--env <environment>', 'Environment.').choices(ENVIRONMENTS))
    .addOption(appOption())
    .option('--id <id>', 'Id from the list, for an erased address. It replaces channel, address and --env.')
    .addOption(
      new Option('--reason <reason>', 'Reason to lift, if there are several.').choices([
        ...SUPPRESSION_REASONS,
        'all',
      ]),
    )
    .action(
      async (
        channel: Suppression['channel'] | undefined,
        address: string | undefined,
        {
          env: environment,
          id,
          reason,
        }: { env?: Environment; id?: string; reason?: SuppressionReason | 'all' },
        command: Command,
      ) => {
        const named =
          channel !== undefined && address !== undefined && environment !== undefined
            ? { environment, channel, address }
            : undefined;
        const isById = id !== undefined && channel === undefined && environment === undefined;
        if (!isById && (id !== undefined || named === undefined)) {
          throw new CliError('give CHANNEL ADDRESS --env ENVIRONMENT, or only --id ID', {
            next: 'To find it: heliograph suppressions list --env production',
            usage: true,
          });
        }
        const { admin, output, app, path } = await appContextOf(command);
        const what = id ?? `${address} on ${channel} in ${environment}`;
        const doing = `lift the suppression of ${what} for "${app}"`;
        const all = '/admin/v1/applications/{app}/suppressions';
        const { suppression } =
          named === undefined
            ? await admin.delete(doing, `${all}/{id}`, { ...path, id: id ?? '', reason })
            : await admin.delete(doing, all, { ...path, body: { ...named, reason } });
        output.result({ id, environment, channel, address, lifted: true, suppression }, () =>
          suppression
            ? `The reason ${reason} is lifted. The address is still suppressed (${reasonsOf(suppression)}).`
            : `The suppression of ${what} is lifted.`,
        );
      },
    );
}

const reasonsOf = ({ reasons }: Pick<Suppression, 'reasons'>): string =>
  reasons.map(({ reason }) => reason).join(', ');

const row = ({ id, channel, address, detail, created_at, reasons }: Suppression) => ({
  channel,
  address: address ?? '(erased)',
  reason: reasonsOf({ reasons }),
  since: created_at,
  detail,
  id,
});

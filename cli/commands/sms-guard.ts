import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { appContextOf } from '../context';
import { table } from '../output';
import { appOption, environmentOption } from './options';
import { pausedText, printPause } from './pausing';

export function addSmsGuardCommands(program: Command): void {
  const guard = program.command('sms-guard').description('What the guard against SMS pumping holds.');

  guard
    .command('list')
    .description('List the prefixes that it holds.')
    .addOption(appOption())
    .addOption(environmentOption())
    .action(async ({ env }: { env: Environment }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { prefixes } = await admin.get(
        `list what the SMS guard holds in ${env} of "${app}"`,
        '/admin/v1/applications/{app}/sms-guard/{environment}',
        { ...path, environment: env },
      );
      const rows = prefixes.map(({ prefix, sent, followed, ends_at, pause }) => ({
        ...{ prefix, sent, followed, ends: ends_at, held: pausedText(pause) },
      }));
      output.result(prefixes, () => table(rows, 'It holds nothing.'));
    });

  guard
    .command('resume <prefix>')
    .description('Release what it holds of a prefix, oldest first. It counts from zero.')
    .addOption(appOption())
    .addOption(environmentOption())
    .action(async (prefix: string, { env }: { env: Environment }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { pause } = await admin.post(
        `resume the prefix ${prefix} of ${env} of "${app}"`,
        '/admin/v1/applications/{app}/sms-guard/{environment}/{prefix}/resume',
        { ...path, environment: env, prefix },
      );
      printPause(output, 'resume', `The prefix ${prefix}`, pause);
    });
}

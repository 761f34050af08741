import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import type { Incident } from '../answers';
import { appContextOf } from '../context';
import { appOption, environmentOption } from './options';

/** The command that says what is wrong now, as the strip on each page of the dashboard does. */
export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description('Say what is wrong now with an application in an environment, and what would mend it.')
    .addOption(environmentOption().makeOptionMandatory())
    .addOption(appOption())
    .action(async ({ env: environment }: { env: Environment }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { incidents } = await admin.get(
        `look for incidents of "${app}" in ${environment}`,
        '/admin/v1/applications/{app}/incidents/{environment}',
        { ...path, environment },
      );
      output.result({ incidents }, () => incidents.map(line).join('\n') || 'Nothing is wrong.');
    });
}

const line = ({ text, remedy }: Incident): string => `${text}\n→ ${remedy.text}`;

import type { Command } from 'commander';
import { addAdminKeyCommands } from './commands/admin-keys';
import { addAppCommands } from './commands/apps';
import { addAuditCommands } from './commands/audit';
import { addEventCommands } from './commands/events';
import { addIntegrationCommands } from './commands/integrations';
import { addKeyCommands } from './commands/keys';
import { addMigrateCommand } from './commands/migrate';
import { addNotificationCommands } from './commands/notifications';
import { addSecretCommands } from './commands/secrets';
import { addSenderCommands } from './commands/senders';
import { addSuppressionCommands } from './commands/suppressions';
import { addWebhookCommands } from './commands/webhooks';
import { Program, type Host } from './host';

/** The whole command line. It throws (CommanderError, CliError) and leaves exiting to its caller. */
export function createProgram(host: Host): Command {
  const program = new Program(host)
    .description('Operate a Heliograph over its admin API.')
    .option(
      '--url <address>',
      'address of the admin API (else HELIOGRAPH_ADMIN_URL, else what `npm start` wrote)',
    )
    .option('--admin-key <key>', 'admin key (else HELIOGRAPH_ADMIN_KEY, else what `npm start` wrote)')
    .option('--json', 'print JSON for programs')
    .showHelpAfterError('(add --help for what is possible)');
  // Commands copy the settings of the program when they are added.
  addAdminKeyCommands(program);
  addAuditCommands(program);
  addAppCommands(program);
  addKeyCommands(program);
  addSenderCommands(program);
  addIntegrationCommands(program);
  addEventCommands(program);
  addSuppressionCommands(program);
  addNotificationCommands(program);
  addWebhookCommands(program);
  addSecretCommands(program);
  addMigrateCommand(program);
  return program;
}

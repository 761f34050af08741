import type { Command } from 'commander';
import { addAdminKeyCommands } from './commands/admin-keys';
import { addOperatorCommands } from './commands/operators';
import { addAppCommands } from './commands/apps';
import { addAuditCommands } from './commands/audit';
import { addCategoryCommands } from './commands/categories';
import { addDoctorCommand } from './commands/doctor';
import { addContactCommands } from './commands/contacts';
import { addEventCommands } from './commands/events';
import { addExplainCommand } from './commands/explain';
import { addIntegrationCommands } from './commands/integrations';
import { addKeyCommands } from './commands/keys';
import { addMigrateCommand } from './commands/migrate';
import { addBroadcastCommands } from './commands/broadcasts';
import { addJobCommands } from './commands/jobs';
import { addNotificationCommands } from './commands/notifications';
import { addScheduleCommands } from './commands/schedules';
import { addSecretCommands } from './commands/secrets';
import { addSenderCommands } from './commands/senders';
import { addTenantCommands } from './commands/tenants';
import { addSmsGuardCommands } from './commands/sms-guard';
import { addStatusCommand } from './commands/status';
import { addStatisticsCommands } from './commands/statistics';
import { addSuppressionCommands } from './commands/suppressions';
import { addSegmentCommands } from './commands/segments';
import { addTopicCommands } from './commands/topics';
import { addWebhookCommands } from './commands/webhooks';
import { Program, type Host } from './host';

/** Returns the whole command line. It throws CommanderError or CliError, and its caller exits. */
export function createProgram(host: Host): Command {
  const program = new Program(host)
    .description('Operate a Heliograph service over its admin API.')
    .option(
      '--url <address>',
      'Address of the admin API (default: HELIOGRAPH_ADMIN_URL, then the file that `npm start` writes).',
    )
    .option(
      '--admin-key <key>',
      'Admin key (default: HELIOGRAPH_ADMIN_KEY, then the file that `npm start` writes).',
    )
    .option('--json', 'Print JSON.')
    .showHelpAfterError('(--help shows the usage)');
  // A command copies the settings of the program when it is added.
  addAdminKeyCommands(program);
  addOperatorCommands(program);
  addAuditCommands(program);
  addAppCommands(program);
  addKeyCommands(program);
  addSenderCommands(program);
  addIntegrationCommands(program);
  addTenantCommands(program);
  addEventCommands(program);
  addCategoryCommands(program);
  addScheduleCommands(program);
  addContactCommands(program);
  addTopicCommands(program);
  addSegmentCommands(program);
  addSuppressionCommands(program);
  addSmsGuardCommands(program);
  addStatisticsCommands(program);
  addDoctorCommand(program);
  addStatusCommand(program);
  addExplainCommand(program);
  addNotificationCommands(program);
  addJobCommands(program);
  addBroadcastCommands(program);
  addWebhookCommands(program);
  addSecretCommands(program);
  addMigrateCommand(program);
  return program;
}

import type { Command } from 'commander';
import { appContextOf, contextOf } from '../context';
import { CliError } from '../errors';
import { runMany } from './jobs';
import { type FilterOptions, addFilters } from './notification-filters';
import { bodyOf, PAUSE_ACTIONS, type PauseAction, printPause } from './pausing';

interface PausingOptions extends Partial<FilterOptions> {
  reason?: string;
  dryRun?: boolean;
  yes?: boolean;
}

const ABOUT: Record<PauseAction, string> = {
  pause:
    'Hold the next message of notifications: of one by its id, or of all open ones that match the filters.',
  resume: 'Release paused notifications: one by its id, or all that match the filters.',
};

/** Adds `pause` and `resume` of notifications. */
export function addNotificationPausing(notifications: Command): void {
  for (const does of PAUSE_ACTIONS) {
    const command = notifications.command(`${does} [id]`).description(ABOUT[does]);
    addFilters(command, { environment: 'optional' })
      .option('--dry-run', `With filters: show how many would be ${does}d, and change nothing.`)
      .option('--yes', 'With filters: skip the confirmation.')
      .action(async (id: string | undefined, options: PausingOptions, self: Command) => {
        const { env, reason, ...others } = options;
        const isFiltered = env !== undefined || Object.keys(others).length > 0;
        if (id === undefined ? env === undefined || reason !== undefined : isFiltered) {
          const one = does === 'pause' ? 'an ID, optionally with --reason' : 'an ID';
          throw new CliError(`give ${one}, or give --env ENVIRONMENT and filters`, {
            next: `For example: heliograph notifications ${does} --env production --event newsletter --dry-run`,
            usage: true,
          });
        }
        if (id !== undefined) await changeOne(self, does, id, reason);
        else if (env !== undefined) await runMany(await appContextOf(self), does, { ...others, env });
      });
    if (does === 'pause') command.option('--reason <text>', 'With an id: why. Other operators see it.');
  }
}

async function changeOne(command: Command, does: PauseAction, id: string, reason?: string): Promise<void> {
  const { admin, output } = contextOf(command);
  const { pause } = await admin.post(
    `${does} the notification ${id}`,
    `/admin/v1/notifications/{id}/${does}`,
    {
      id,
      ...bodyOf(does, reason),
    },
  );
  printPause(output, does, `The notification ${id}`, pause);
}

import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import type { ScheduleLine, ScheduleRequest, ScheduleRun } from '../answers';
import { type AppContext, appContextOf } from '../context';
import { CliError } from '../errors';
import { hostOf } from '../host';
import { fields, table } from '../output';
import { readScheduleFiles, type ScheduleFile } from '../schedule-files';
import { appOption, environmentOption } from './options';

const ONE = '/admin/v1/applications/{app}/schedules/{environment}/{name}';

export function addScheduleCommands(program: Command): void {
  const schedules = program.command('schedules').description('Manage recurring sends.');
  addList(schedules);
  addShow(schedules);
  addPush(schedules);
  addPausing(schedules);
  addRun(schedules);
  addDelete(schedules);
}

/** Returns a command about one schedule of an environment. */
const aboutOne = (schedules: Command, name: string, description: string): Command =>
  schedules
    .command(`${name} <name>`)
    .description(description)
    .addOption(appOption())
    .addOption(environmentOption());

function addList(schedules: Command): void {
  schedules
    .command('list')
    .description('List the schedules of an environment, with their next and last runs.')
    .addOption(appOption())
    .addOption(environmentOption())
    .action(async ({ env }: { env: Environment }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { schedules: found } = await admin.get(
        `list the schedules of ${env} of "${app}"`,
        '/admin/v1/applications/{app}/schedules/{environment}',
        { ...path, environment: env },
      );
      output.result(found, () => table(found.map(row), `${env} has no schedule.`));
    });
}

function addShow(schedules: Command): void {
  aboutOne(schedules, 'show', 'Show a schedule with its next and last runs.').action(
    async (name: string, { env }: { env: Environment }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { schedule } = await admin.get(`show the schedule ${name} of ${env} of "${app}"`, ONE, {
        ...{ ...path, environment: env, name },
      });
      const { next_runs: next, last_runs: last, to, payload, ...plain } = schedule;
      output.result(schedule, () =>
        [
          fields({ ...plain, payload, to: JSON.stringify(to).slice(0, 500), next_runs: next ?? 'unknown' }),
          '',
          table(last.map(runRow), 'It has made no run yet.'),
        ].join('\n'),
      );
    },
  );
}

function addPush(schedules: Command): void {
  schedules
    .command('push <path>')
    .description(
      'Apply a schedule, or all schedules (*.yaml, *.yml) of a folder. If one is not valid, none is applied.',
    )
    .addOption(appOption())
    .addOption(environmentOption())
    .option('--dry-run', 'Check the schedules and apply nothing.')
    .action(async (given: string, { env, dryRun }: { env: Environment; dryRun?: true }, command: Command) => {
      const files = await readScheduleFiles(hostOf(command), given);
      const context = await appContextOf(command);
      const { output, app } = context;
      const problems: string[] = [];
      for (const one of files)
        await put(context, env, one, true).catch((error: unknown) => {
          if (!(error instanceof CliError) || error.code === undefined) throw error;
          problems.push(`${one.file}: ${error.message.replace(/^cannot [^:]+: /, '')}`);
        });
      if (problems.length > 0)
        throw new CliError(`cannot apply the schedules of ${given} to ${env} of "${app}"`, {
          details: problems,
        });
      const applied: ScheduleLine[] = [];
      if (!dryRun) for (const one of files) applied.push(await put(context, env, one, false));
      const names = files.map(({ name }) => name).join(', ');
      const late = applied.filter((one) => !one.applied).map(({ name }) => name);
      const hint = 'Temporal is not available. These take effect when it is:';
      output.result(
        { applied: applied.map(({ name }) => name), checked: files.map(({ name }) => name) },
        () =>
          dryRun
            ? `Nothing was applied. These are valid: ${names}`
            : [
                `Applied to ${env}: ${names}`,
                ...(late.length > 0 ? [`${hint} ${late.join(', ')}`] : []),
              ].join('\n'),
      );
    });
}

const put = async (
  { admin, app, path }: AppContext,
  environment: Environment,
  { name, body }: ScheduleFile,
  isDry: boolean,
): Promise<ScheduleLine> => {
  const { schedule } = await admin.put(`apply the schedule ${name} to ${environment} of "${app}"`, ONE, {
    ...{ ...path, environment, name, body: body as ScheduleRequest },
    ...(isDry && { dry_run: 'true' as const }),
  });
  return schedule;
};

function addPausing(schedules: Command): void {
  const about = { pause: 'Pause a schedule: it makes no runs.', resume: 'Let a paused schedule continue.' };
  for (const action of ['pause', 'resume'] as const)
    aboutOne(schedules, action, about[action]).action(
      async (name: string, { env }: { env: Environment }, command: Command) => {
        const { admin, output, app, path } = await appContextOf(command);
        const { schedule } = await admin.post(
          `${action} the schedule ${name} of ${env} of "${app}"`,
          `${ONE}/${action}`,
          { ...path, environment: env, name },
        );
        const next = schedule.next_runs?.[0] ?? 'unknown';
        output.result(schedule, () =>
          action === 'pause' ? `${name} is paused.` : `${name} continues. Next run: ${next}`,
        );
      },
    );
}

function addRun(schedules: Command): void {
  aboutOne(schedules, 'run', 'Run a schedule now, also if it is paused.').action(
    async (name: string, { env }: { env: Environment }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { run } = await admin.post(`run the schedule ${name} of ${env} of "${app}"`, `${ONE}/run`, {
        ...{ ...path, environment: env, name },
      });
      output.result(run, () =>
        run
          ? table([runRow(run)], '')
          : `The run has not begun yet. See it with: heliograph schedules show ${name} --env ${env}`,
      );
    },
  );
}

function addDelete(schedules: Command): void {
  aboutOne(schedules, 'delete', 'Delete a schedule. Notifications of earlier runs continue.').action(
    async (name: string, { env }: { env: Environment }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      await admin.delete(`delete the schedule ${name} from ${env} of "${app}"`, ONE, {
        ...{ ...path, environment: env, name },
      });
      output.result({ deleted: name }, () => `${name} is deleted from ${env}.`);
    },
  );
}

const row = ({
  name,
  event,
  cron,
  zone,
  recipients,
  paused,
  next_runs: next,
  last_runs: [last],
}: ScheduleLine) => ({
  ...{ name, event, cron, zone, recipients },
  next: paused ? 'paused' : next === null ? 'unknown' : next[0],
  last: last && `${last.outcome} ${last.planned_at}`,
});

const runRow = ({ planned_at: planned, outcome, accepted, refused, manual, id, errors }: ScheduleRun) => ({
  ...{ planned, outcome, accepted, refused },
  by: manual ? 'hand' : 'time',
  ...{ id, error: errors[0] && `to[${errors[0].index}]: ${errors[0].error}` },
});

import { setTimeout as sleep } from 'node:timers/promises';
import { Option, type Command } from 'commander';
import type { Job, JobPreview } from '../answers';
import { confirm } from '../confirm';
import { appContextOf, contextOf, type AppContext } from '../context';
import { afterOption, pageText, table } from '../output';
import { type FilterOptions, filtersOf } from './notification-filters';
import { addAfter, addLimit, appOption, environmentOption } from './options';

/** Time between two looks at a job, milliseconds. */
const LOOK_EVERY_MS = 1000;

interface ManyOptions extends FilterOptions {
  dryRun?: boolean;
  yes?: boolean;
}

type Action = Job['action'];
const DOES: Record<Action, { done: string; ask: string }> = {
  retry: { done: 'retried', ask: 'Retry' },
  cancel: { done: 'cancelled', ask: 'Cancel' },
  pause: { done: 'paused', ask: 'Pause' },
  resume: { done: 'resumed', ask: 'Resume' },
};

/** Does something with all notifications that match filters: shows what it would do, asks, begins the job and follows it. */
export async function runMany(
  context: AppContext,
  action: Action,
  { dryRun, yes, ...options }: ManyOptions,
): Promise<void> {
  const { admin, output, host, app, path } = context;
  const { after: _, ...filters } = filtersOf(options);
  const body = { ...filters, action };
  const many = `${action} notifications of "${app}" in ${options.env}`;
  if (dryRun || !yes) {
    const planned = await admin.post(
      `see what a job would do to ${many}`,
      '/admin/v1/applications/{app}/jobs/preview',
      { ...path, body },
    );
    const text = previewText(action, planned);
    if (dryRun || planned.would === 0) return output.result({ ...planned, dry_run: true }, () => text);
    host.stderr.write(`${text}\n`);
    await confirm(host, {
      question: `${DOES[action].ask} them?`,
      would: `notifications would be ${DOES[action].done}`,
      next: 'Add --yes to begin, or --dry-run only to see them.',
      refused: 'nothing was done',
    });
  }
  const { job } = await admin.post(`begin a job to ${many}`, '/admin/v1/applications/{app}/jobs', {
    ...path,
    body,
  });
  host.stderr.write(
    `Job ${job.id} runs. Ctrl-C leaves it running. Follow it with "heliograph jobs show ${job.id}", stop it with "heliograph jobs stop ${job.id}".\n`,
  );
  const ended = await followed(context, job);
  output.result(ended, () => jobText(ended));
}

/** Returns a job after it has ended or was stopped. */
async function followed({ admin, host }: AppContext, job: Job): Promise<Job> {
  let now = job;
  while (now.state === 'running') {
    await sleep(LOOK_EVERY_MS);
    now = (await admin.get(`follow the job ${job.id}`, '/admin/v1/jobs/{id}', { id: job.id })).job;
    if (host.stderr.isTTY) host.stderr.write(`\r${progressOf(now)} `);
  }
  if (host.stderr.isTTY) host.stderr.write('\n');
  return now;
}

const progressOf = ({ done, refused, matched, matched_more: more }: Job): string =>
  `${done + refused} of ${more ? 'more than ' : ''}${matched}`;

function previewText(action: Action, preview: JobPreview): string {
  const { matched, matched_more: more, examined, would, reasons } = preview;
  const of = examined < matched ? `the newest ${examined} of ` : '';
  const counts = `${would} of ${of}${more ? 'more than ' : ''}${matched} would be ${DOES[action].done}.`;
  return [counts, ...reasonsText(reasons)].join('\n\n');
}

const reasonsText = (reasons: Job['reasons']): string[] =>
  reasons.length === 0 ? [] : [`Left as they are:\n${table(reasons, '')}`];

function jobText(job: Job): string {
  const { id, action, state, done, refused, by, started_at: startedAt, reasons } = job;
  const counts = `${done} ${DOES[action].done}, ${refused} left as they are`;
  const about = `Job ${id} (${action}, by ${by.name}, ${startedAt}) is ${state}: ${progressOf(job)}, ${counts}.`;
  return [about, ...reasonsText(reasons)].join('\n\n');
}

export function addJobCommands(program: Command): void {
  const jobs = program.command('jobs').description('Follow what is done with many notifications.');

  addLimit(addAfter(jobs.command('list').description('List jobs, newest first.')))
    .addOption(environmentOption().makeOptionMandatory())
    .addOption(appOption())
    .action(async (options: Pick<FilterOptions, 'env' | 'after'> & { limit?: number }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { env: environment, after, limit } = options;
      const answer = await admin.get(
        `list the jobs of "${app}" in ${environment}`,
        '/admin/v1/applications/{app}/jobs',
        { ...path, environment, after, limit },
      );
      output.result({ jobs: answer.jobs, next: answer.next }, () =>
        pageText(answer.jobs.map(row), 'There are no jobs.', afterOption(answer.next)),
      );
    });

  addLimit(addAfter(jobs.command('show <id>').description('View a job, and what it did.')))
    .addOption(new Option('--refused', 'Only the notifications that it left as they are.'))
    .action(
      async (id: string, options: { refused?: true; after?: string; limit?: number }, command: Command) => {
        const { admin, output } = contextOf(command);
        const { refused, ...page } = options;
        const { job } = await admin.get(`show the job ${id}`, '/admin/v1/jobs/{id}', { id });
        const { results, next } = await admin.get(
          `list the results of the job ${id}`,
          '/admin/v1/jobs/{id}/results',
          { id, ...page, ...(refused && { result: 'refused' as const }) },
        );
        output.result({ ...job, results, next }, () =>
          [jobText(job), pageText(results, 'It has no results yet.', afterOption(next))].join('\n\n'),
        );
      },
    );

  for (const what of ['stop', 'continue'] as const) {
    const description = what === 'stop' ? 'Stop a job after its page.' : 'Let a stopped job continue.';
    jobs
      .command(`${what} <id>`)
      .description(description)
      .action(async (id: string, _options: unknown, command: Command) => {
        const { admin, output } = contextOf(command);
        const { job } = await admin.post(`${what} the job ${id}`, `/admin/v1/jobs/{id}/${what}`, { id });
        output.result(job, () => jobText(job));
      });
  }
}

const row = ({ started_at: started, action, state, done, refused, matched, by, id }: Job) => ({
  ...{ started, action, state, done, left: refused, matched, by: by.name, id },
});

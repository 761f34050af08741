import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import type { Broadcast, BroadcastPreview } from '../answers';
import { confirm } from '../confirm';
import { type AppContext, appContextOf, type Context, contextOf } from '../context';
import { afterOption, fields, pageText } from '../output';
import { type BroadcastOptions, addContent, contentOf } from './broadcast-options';
import { addAfter, addLimit, appOption, environmentOption } from './options';

const BROADCASTS = '/admin/v1/applications/{app}/broadcasts/{environment}';
const BROADCAST = '/admin/v1/broadcasts/{id}';
/** Time between two looks at a broadcast, milliseconds. */
const LOOK_EVERY_MS = 1000;

interface CreateOptions extends BroadcastOptions {
  dryRun?: boolean;
  yes?: boolean;
  watch?: boolean;
}

export function addBroadcastCommands(program: Command): void {
  const broadcasts = program.command('broadcasts').description('Send an event to an audience.');

  addLimit(addAfter(broadcasts.command('list').description('List broadcasts, newest first.')))
    .addOption(environmentOption())
    .addOption(appOption())
    .action(async (options: { env: Environment; after?: string; limit?: number }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { env: environment, after, limit } = options;
      const page = await admin.get(`list the broadcasts of "${app}" in ${environment}`, BROADCASTS, {
        ...{ ...path, environment, after, limit },
      });
      output.result(page, () =>
        pageText(page.broadcasts.map(row), 'There are no broadcasts.', afterOption(page.next)),
      );
    });

  broadcasts
    .command('show <id>')
    .description('Show a broadcast and its counts.')
    .option('--watch', 'Show its progress until it has ended.')
    .action(async (id: string, { watch }: { watch?: boolean }, command: Command) => {
      const context = contextOf(command);
      const found = await context.admin.get(`show the broadcast ${id}`, BROADCAST, { id });
      const shown = watch ? await followed(context, found.broadcast) : found.broadcast;
      context.output.result(shown, () => describe(shown));
    });

  addContent(broadcasts.command('create <event>'))
    .description('Send an event to a topic, a segment or all contacts.')
    .addOption(environmentOption())
    .addOption(appOption())
    .option('--dry-run', 'Only show whom it would reach.')
    .option('--yes', 'Begin without a confirmation.')
    .option('--watch', 'Show its progress until it has ended.')
    .action(async (event: string, options: CreateOptions, command: Command) =>
      create(await appContextOf(command), event, options),
    );

  for (const what of ['cancel', 'pause', 'resume'] as const)
    broadcasts
      .command(`${what} <id>`)
      .description(WORDS[what])
      .action(async (id: string, _options: unknown, command: Command) => {
        const { admin, output } = contextOf(command);
        const changed = await admin.post(`${what} the broadcast ${id}`, `${BROADCAST}/${what}`, { id });
        output.result(changed.broadcast, () => describe(changed.broadcast));
      });
}

const WORDS = {
  cancel: 'Cancel a broadcast. It sends nothing more.',
  pause: 'Pause a broadcast. It reaches nobody until it is resumed.',
  resume: 'Resume a paused broadcast.',
};

async function create(context: AppContext, event: string, options: CreateOptions): Promise<void> {
  const { admin, output, host, app, path } = context;
  const { dryRun, yes, watch, env: environment } = options;
  const content = { event, ...(await contentOf(host, options)) };
  const place = { ...path, environment };
  if (dryRun || !yes) {
    const { to, payload, language, tenant } = content;
    const planned = await admin.post(
      `see whom a broadcast of ${event} would reach`,
      `${BROADCASTS}/preview`,
      {
        ...{ ...place, body: { event, to, payload, language, tenant } },
      },
    );
    if (dryRun) return output.result({ ...planned, dry_run: true }, () => previewText(planned));
    host.stderr.write(`${previewText(planned)}\n`);
    await confirm(host, {
      question: 'Send it?',
      would: 'it would be sent to all of them',
      next: 'Add --yes to begin, or --dry-run only to see them.',
      refused: 'nothing was sent',
    });
  }
  const made = await admin.post(`send ${event} of "${app}" to an audience in ${environment}`, BROADCASTS, {
    ...{ ...place, body: content },
  });
  const shown = watch ? await followed(context, made.broadcast) : made.broadcast;
  output.result(shown, () => describe(shown));
}

/** Returns a broadcast after it has ended or was paused. */
async function followed({ admin, host }: Context, broadcast: Broadcast): Promise<Broadcast> {
  const { id } = broadcast;
  let now = broadcast;
  while (now.state === 'scheduled' || now.state === 'running') {
    await sleep(LOOK_EVERY_MS);
    now = (await admin.get(`follow the broadcast ${id}`, BROADCAST, { id })).broadcast;
    if (host.stderr.isTTY) host.stderr.write(`\r${progressOf(now)} `);
  }
  if (host.stderr.isTTY) host.stderr.write('\n');
  return now;
}

const progressOf = ({ counts: { accepted, total }, rate }: Broadcast): string =>
  `${accepted} of ${total ?? '?'}${rate === null ? '' : `, ${rate} a second`}`;

const audienceText = ({ topic, segment }: Broadcast['to']): string =>
  topic === undefined ? (segment === undefined ? 'all contacts' : `segment ${segment}`) : `topic ${topic}`;

const codesText = (codes: Record<string, number>): string =>
  Object.entries(codes)
    .map(([code, count]) => `${code} ${count}`)
    .join(', ');

function previewText({ total, reachable, skipped, by_channel: channels, ...of }: BroadcastPreview): string {
  const about = of.is_exact ? '' : `About: ${of.sampled} contacts were examined.`;
  const counts = { to: audienceText(of.to), total, reachable, ...channels, skipped: codesText(skipped) };
  return [fields(counts), ...(about === '' ? [] : [about])].join('\n');
}

const row = ({ id, event, name, to, state, counts, created_at: created }: Broadcast) => ({
  ...{ created, event, name, to: audienceText(to), state, total: counts.total, sent: counts.sent },
  ...{ failed: counts.failed, id },
});

function describe(broadcast: Broadcast): string {
  const { counts, to, blocked, by, ...of } = broadcast;
  const { skipped, ...numbers } = counts;
  return fields({
    ...{ id: of.id, event: of.event, name: of.name, to: audienceText(to), state: of.state },
    ...{ ...numbers, skipped: codesText(skipped), counted: of.counted_at, rate: of.rate },
    ...{ 'expected end': of.expected_end, 'send at': of.send_at, 'per second': of.per_second },
    ...{ blocked: blocked && blockedText(blocked), by: by.name },
    ...{ created: of.created_at, started: of.started_at, ended: of.ended_at },
  });
}

const blockedText = ({ code, since, until }: NonNullable<Broadcast['blocked']>): string =>
  `${code} since ${since}${until === null ? '' : `, until ${until}`}`;

import { Option, type Command } from 'commander';
import { ENVIRONMENTS, type Environment } from '../../core/shared/channels';
import type { Explanation, StoryEntry } from '../answers';
import { contextOf } from '../context';
import { appOption, count, pastTime } from './options';

interface ExplainOptions {
  app?: string;
  env?: Environment;
  event?: string;
  since?: string;
  until?: string;
  limit?: number;
}

/** The command that says why somebody got a message, or did not. */
export function addExplainCommand(program: Command): void {
  program
    .command('explain <who>')
    .description('Explain why messages to a recipient were delivered or not.')
    .addHelpText(
      'after',
      '\n<who> is an e-mail address, a phone number, an external id, or the id of a contact or a notification\n(the first eight characters are enough).',
    )
    .addOption(appOption())
    .addOption(new Option('--env <environment>', 'Environment (default: both).').choices(ENVIRONMENTS))
    .option('--event <event>', 'Name of an event (default: all).')
    .option('--since <time>', 'Start of the range: 30m, 1h or 7d ago, or a time (default: 7d).', pastTime)
    .option('--until <time>', 'End of the range (default: now).', pastTime)
    .option('--limit <number>', 'Maximum number of notifications, at most 50 (default: 20).', count)
    .action(async (who: string, options: ExplainOptions, command: Command) => {
      const { admin, output } = contextOf(command);
      const { app, env, event, since, until, limit } = options;
      const explanation = await admin.get(`explain ${who}`, '/admin/v1/explain', {
        who,
        application: app,
        environment: env,
        event,
        from: since,
        to: until,
        limit,
      });
      output.result(explanation, () => describe(who, explanation));
    });
}

function describe(
  who: string,
  { verdict, verdicts, people, entries, notifications, more }: Explanation,
): string {
  if (people.length === 0 && entries.length === 0)
    return `Nothing is known about ${who} in that time: no contact, no notification and no refused request.\nCheck that it is written as the application sends it, or look further back with --since 90d.`;
  const head = people.map(({ id, application, environment, name, email, phone }) => {
    const names = [name, email, phone].filter((part) => part !== null).join(', ');
    return `${names || who}: contact ${id} of ${application}, ${environment}`;
  });
  const groups = new Map<string, StoryEntry[]>();
  for (const one of entries) {
    const key = one.notification_id ?? `${one.at} ${one.text}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const broadcasts = new Map(verdicts.map(({ notification_id: id, broadcast }) => [id, broadcast]));
  const parts = [...groups.values()].map((group) => describeGroup(group, broadcasts));
  if (notifications === 0 && people.length > 0) parts.push('No notification was created in that time.');
  if (more) parts.push(`There are more notifications. Show them with --limit 50, or from a later --since.`);
  return [verdictText(verdict), head.join('\n'), ...parts].filter((part) => part !== '').join('\n\n');
}

/** Returns the answer in short, and what would mend it. */
function verdictText(verdict: Explanation['verdict']): string {
  if (verdict === null) return '';
  const { text, remedy } = verdict;
  return remedy === null ? text : `${text}\n→ ${remedy.text}`;
}

const MARK: Record<StoryEntry['kind'], string> = {
  done: 'ok',
  waiting: 'waits',
  skipped: 'skipped',
  failed: 'FAILED',
};

function describeGroup(
  entries: StoryEntry[],
  broadcasts: ReadonlyMap<string | null, Explanation['verdicts'][number]['broadcast']>,
): string {
  const { notification_id: id, event } = entries[0]!;
  const title = id === null ? (event ?? 'All events') : `${event}, notification ${id}`;
  const lines = entries.map(
    (one) =>
      `  ${one.at.slice(0, 19).replace('T', ' ')}  ${MARK[one.kind].padEnd(7)}  ${one.text}${quoteOf(one)}${reasonOf(one)}`,
  );
  return [title + broadcastText(broadcasts.get(id)), ...lines].join('\n');
}

/** Returns what a notification is a recipient of. */
function broadcastText(broadcast: Explanation['verdicts'][number]['broadcast'] | undefined): string {
  if (!broadcast) return '';
  const { id, name, state } = broadcast;
  return `, of the ${state} broadcast ${name === null ? id : `"${name}" (${id})`}`;
}

/** Returns what somebody else said, on one line that a terminal can show. */
function quoteOf({ quote }: StoryEntry): string {
  const flat = (quote ?? '').replace(/\s+/g, ' ').trim();
  if (flat === '') return '';
  return ` "${flat.length > 200 ? `${flat.slice(0, 200)}…` : flat}"`;
}

/** Codes that say no more than the text. */
const PLAIN = ['COMPLETED', 'FAILED', 'NOW'];

/** Returns the code of a reason for not sending, unless the text has it. */
const reasonOf = ({ kind, code, text }: StoryEntry): string =>
  (kind === 'skipped' || kind === 'failed') && !PLAIN.includes(code) && !text.includes(code)
    ? ` [${code}]`
    : '';

import { type Command, InvalidArgumentError } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { CliError } from '../errors';
import type { Host } from '../host';
import { jsonOf } from './json-file';

export interface BroadcastOptions {
  env: Environment;
  topic?: string;
  segment?: string;
  all?: true;
  payload?: string;
  language?: string;
  tenant?: string;
  sendAt?: string;
  perSecond?: number;
  name?: string;
  key?: string;
}

/** Adds the options of what a broadcast sends, to whom and when. */
export const addContent = (command: Command): Command =>
  command
    .option('--topic <topic>', 'Send it to the subscribers of a topic.')
    .option('--segment <segment>', 'Send it to the contacts in a segment.')
    .option('--all', 'Send it to all contacts.')
    .option('--payload <file>', 'JSON file with the payload.')
    .option('--language <language>', 'Language variant of the templates.')
    .option('--tenant <tenant>', 'Id of the tenant in whose name it is sent.')
    .option('--send-at <time>', 'When it begins, such as 2026-03-01T09:00:00Z, or "09:00 local".')
    .option('--per-second <number>', 'Maximum recipients a second.', positive)
    .option('--name <name>', 'Name for people.')
    .option('--key <key>', 'A repeat with the same key makes no second broadcast.');

function positive(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

/** Returns the body of a broadcast, without its event. */
export async function contentOf(host: Host, { topic, segment, all, ...given }: BroadcastOptions) {
  const named = [topic, segment, all].filter((one) => one !== undefined);
  if (named.length !== 1)
    throw new CliError('a broadcast goes to exactly one audience', {
      next: 'Give one of --topic, --segment and --all.',
      usage: true,
    });
  return {
    to: { topic, segment, all },
    payload: await jsonOf(host, '--payload', given.payload),
    ...{ language: given.language, tenant: given.tenant, send_at: given.sendAt },
    ...{ per_second: given.perSecond, name: given.name, key: given.key },
  };
}

import type { Command } from 'commander';
import { type Channel, CHANNELS, type Environment } from '../../core/shared/channels';
import { appContextOf } from '../context';
import { CliError } from '../errors';
import { afterOption, pageText, table } from '../output';
import { appOption, environmentOption } from './options';

const PREFERENCES = '/admin/v1/applications/{app}/contacts/{identifier}/preferences';

interface Options {
  env: Environment;
  on?: string[];
  off?: string[];
  forget?: string[];
}

type Choice = boolean | null;
type Channels = Partial<Record<Channel, Choice>>;

const gather = (value: string, before: string[] = []): string[] => [...before, value];

export function addContactPreferenceCommands(contacts: Command): void {
  contacts
    .command('preferences <who>')
    .description('Show what a contact has switched on and off, or change it.')
    .addOption(environmentOption())
    .addOption(appOption())
    .option('--on <what>', 'What to switch on. Can be repeated.', gather)
    .option('--off <what>', 'What to switch off. Can be repeated.', gather)
    .option('--forget <what>', 'Choice to take back. Can be repeated.', gather)
    .addHelpText(
      'after',
      '\n<what> is a category (news), a category over a channel (news:email), or a channel (:sms).',
    )
    .action(async (who: string, { env: environment, on, off, forget }: Options, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const of = { ...path, identifier: who, environment };
      const body = bodyOf([
        ...(on ?? []).map((what) => ({ what, choice: true })),
        ...(off ?? []).map((what) => ({ what, choice: false })),
        ...(forget ?? []).map((what) => ({ what, choice: null })),
      ]);
      const { preferences } =
        body === null
          ? await admin.get(`show the preferences of ${who} of "${app}"`, PREFERENCES, of)
          : await admin.patch(`change the preferences of ${who} of "${app}"`, PREFERENCES, { ...of, body });
      output.result(preferences, () =>
        table(
          preferences.entries.map(({ category, channel, on: is, at, by }) => ({
            what: named(category, channel),
            choice: is ? 'on' : 'off',
            by,
            at,
          })),
          'The contact has chosen nothing: the defaults of the categories count.',
        ),
      );
    });

  contacts
    .command('preference-history <who>')
    .description('List the changes of the preferences of a contact, newest first.')
    .addOption(environmentOption())
    .addOption(appOption())
    .option('--after <place>', 'Where the list continues.')
    .action(
      async (who: string, { env: environment, after }: Options & { after?: string }, command: Command) => {
        const { admin, output, app, path } = await appContextOf(command);
        const { changes, next } = await admin.get(
          `list the changes of the preferences of ${who} of "${app}"`,
          `${PREFERENCES}/history`,
          { ...path, identifier: who, environment, after },
        );
        const rows = changes.flatMap(({ at, by, name, changes: made }) =>
          made.map(({ category, channel, was, on }) => ({
            ...{ at, by, name, what: named(category, channel) },
            ...{ was: wordOf(was), now: wordOf(on) },
          })),
        );
        output.result({ changes, next }, () => pageText(rows, 'Nothing was changed.', afterOption(next)));
      },
    );
}

const wordOf = (choice: Choice): string => (choice === null ? '-' : choice ? 'on' : 'off');

const named = (category: string | null, channel: Channel | null): string =>
  `${category ?? ''}${channel === null ? '' : `:${channel}`}`;

/** Returns the body of a change. Null: there is nothing to change. Throws for what names neither a category nor a channel. */
function bodyOf(given: { what: string; choice: Choice }[]) {
  if (given.length === 0) return null;
  const channels: Channels = {};
  const categories = new Map<string, Channels & { all?: Choice }>();
  for (const { what, choice } of given) {
    const [, category = '', over] = /^([^:]*)(?::(.*))?$/.exec(what) ?? [];
    const channel = CHANNELS.find((one) => one === over);
    if (over !== undefined && channel === undefined)
      throw new CliError(`"${what}" names no channel. The channels are ${CHANNELS.join(', ')}.`);
    if (category === '' && channel === undefined)
      throw new CliError(`"${what}" is neither a category nor a channel such as :sms.`);
    if (category === '') channels[channel!] = choice;
    else categories.set(category, { ...categories.get(category), [channel ?? 'all']: choice });
  }
  return { channels, categories: Object.fromEntries(categories) };
}

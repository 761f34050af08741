import { Option, type Command } from 'commander';
import { type Channel, CHANNELS } from '../../core/shared/channels';
import type { Integration, ProviderDescription } from '../answers';
import { appContextOf, contextOf } from '../context';
import { CliError } from '../errors';
import { fields, table } from '../output';
import { addList, addRemoval } from './app-resources';
import { addIntegrationPausing, pausedText } from './pausing';
import { appOption, bodyValue, count, rate, warmUpPlan } from './options';
import { setOption, valuesOf } from './setting-values';

interface SetOptions {
  name?: string;
  priority?: number;
  perSecond?: ReturnType<typeof rate>;
  warmUp?: ReturnType<typeof warmUpPlan>;
  set: Record<string, string>;
  check: boolean;
}

export function addIntegrationCommands(program: Command): void {
  const integrations = program
    .command('integrations')
    .description(
      'Manage the accounts at providers that messages are sent through. A name can replace an id.',
    );

  integrations
    .command('providers')
    .description('List the providers and their settings.')
    .action(async (_options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { providers } = await admin.get('list the providers', '/admin/v1/providers');
      output.result(providers, () => providers.map(describeProvider).join('\n\n'));
    });

  const add = integrations
    .command('add <provider>')
    .description('Test credentials and connect an application to a provider.')
    .addOption(new Option('--channel <channel>', 'Channel.').choices(CHANNELS).makeOptionMandatory());
  addSettings(add).action(
    async (provider: string, options: SetOptions & { channel: Channel }, command: Command) => {
      const { admin, output, host, app, path } = await appContextOf(command);
      const settings = await valuesOf(host, options.set);
      const { integration, checked } = await admin.post(
        `connect "${app}" to ${provider}`,
        '/admin/v1/applications/{app}/integrations',
        { ...path, body: { channel: options.channel, provider, ...bodyOf(options), settings } },
      );
      output.result(integration, () => `${describe(integration)}${checked ? `\n\n${checked}` : ''}`);
    },
  );

  addList(integrations, {
    description: 'List the integrations.',
    name: 'integrations',
    list: async (doing, { admin, path }) =>
      (await admin.get(doing, '/admin/v1/applications/{app}/integrations', path)).integrations,
    row: ({ id, channel, provider, name, priority, per_second, settings, receipts_url, health, pause }) => ({
      id,
      channel,
      provider,
      name,
      priority,
      'per second': per_second ?? '',
      settings: Object.entries(settings).map(([key, value]) => `${key}=${value}`),
      'reports to': receipts_url,
      health: healthText(health),
      paused: pausedText(pause),
    }),
    empty: 'No integration yet: heliograph integrations add PROVIDER --channel CHANNEL',
  });

  integrations
    .command('test <id>')
    .description('Test the credentials. With --to, send a test message.')
    .addOption(appOption())
    .option('--to <recipient>', 'Address, number, member id or token that receives a test message.')
    .action(async (id: string, { to }: { to?: string }, command: Command) => {
      const { admin, output, app, path } = await appContextOf(command);
      const { ok, detail } = await admin.post(
        `test the integration ${id} of "${app}"`,
        '/admin/v1/applications/{app}/integrations/{id}/test',
        { ...path, id, body: { to } },
      );
      if (ok === false) {
        throw new CliError(`the test of the integration ${id} failed: ${detail}`, {
          next: `Correct the setting: heliograph integrations set ${id} --set FIELD=VALUE`,
        });
      }
      const next = `Send a test message: heliograph integrations test ${id} --to RECIPIENT`;
      output.result({ ok, detail }, () => (ok === null ? `${detail}\n${next}` : detail));
    });

  const set = integrations
    .command('set <id>')
    .description('Change the settings, credentials, name, priority or rate of an integration.');
  addSettings(set).action(async (id: string, options: SetOptions, command: Command) => {
    const { admin, output, host, app, path } = await appContextOf(command);
    const given = await valuesOf(host, options.set);
    const settings = Object.keys(given).length > 0 ? given : undefined;
    const { integration } = await admin.patch(
      `change the integration ${id} of "${app}"`,
      '/admin/v1/applications/{app}/integrations/{id}',
      { ...path, id, body: { ...bodyOf(options), settings } },
    );
    output.result(integration, () => describe(integration));
  });

  addIntegrationPausing(integrations);
  addRemoval(
    integrations,
    'remove',
    'integration',
    'Remove an integration.',
    '/admin/v1/applications/{app}/integrations/{id}',
  );
}

const addSettings = (command: Command): Command =>
  command
    .addOption(appOption())
    .option('--name <name>', "Name of the integration (default: the provider's name).")
    .option(
      '--priority <number>',
      'Priority. The integration of a channel with the lowest number sends first (default: 100).',
      count,
    )
    .option('--per-second <number>', 'Maximum messages per second over all workers, or "none".', rate)
    .option(
      '--warm-up <plan>',
      'Messages of broadcasts on the first day, factor for each next day, and daily number at which it ends, such as 500,2,50000, or "none".',
      warmUpPlan,
    )
    .addOption(setOption())
    .option('--no-check', 'Store the settings without testing the credentials.');

const bodyOf = ({ name, priority, perSecond, warmUp, check }: SetOptions) => ({
  name,
  priority,
  per_second: bodyValue(perSecond),
  warm_up: bodyValue(warmUp),
  check: check ? undefined : false,
});

const describe = (integration: Integration): string =>
  fields({
    id: integration.id,
    channel: integration.channel,
    provider: integration.provider,
    name: integration.name,
    priority: integration.priority,
    'per second': integration.per_second ?? 'no limit',
    'warm-up': warmUpText(integration.warm_up),
    ...integration.settings,
    ...Object.fromEntries(integration.secrets.map((name) => [name, '(not shown)'])),
    'reports to': integration.receipts_url,
    health: healthText(integration.health),
  });

const warmUpText = (warmUp: Integration['warm_up']): string | undefined => {
  if (!warmUp) return undefined;
  const { today } = warmUp;
  return today === null ? 'over' : `day ${today.day}, ${today.most} a day, ${today.used} used`;
};

const healthText = ({ state, failures, code, since, until }: Integration['health']): string => {
  if (state === 'ok') return 'ok';
  const when = until === undefined ? '' : ` since ${since} until ${until}`;
  return `${state}${when}: failed ${failures} times in a row, ${code}`;
};

const describeProvider = ({ name, channels, settings }: ProviderDescription): string => {
  const rows = settings.map((one) => ({
    [name]: one.name,
    [channels.join(', ')]: [one.required ? 'required' : '', one.secret ? 'secret' : '']
      .filter(Boolean)
      .join(', '),
    ' ': one.description,
  }));
  return table(rows, name);
};

import { Option, type Command } from 'commander';
import { CHANNELS } from '../../core/shared/channels';
import type { Integration, ProviderDescription } from '../../api/admin/answers';
import { contextOf, pickApplication } from '../context';
import { CliError } from '../errors';
import { fields, table } from '../output';
import { appOption, count, rate } from './options';
import { setOption, valuesOf } from './setting-values';

interface AddOptions {
  app?: string;
  channel: string;
  name?: string;
  priority?: number;
  perSecond?: number | null;
  set: Record<string, string>;
  check: boolean;
}

export function addIntegrationCommands(program: Command): void {
  const integrations = program
    .command('integrations')
    .description('accounts at providers, through which messages go out');

  integrations
    .command('providers')
    .description('list the providers and what each wants to know')
    .action(async (_options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { providers } = await admin.request<{ providers: ProviderDescription[] }>({
        doing: 'list the providers',
        path: ['providers'],
      });
      output.result(providers, () => providers.map(describeProvider).join('\n\n'));
    });

  integrations
    .command('add <provider>')
    .description('connect an application to a provider; the credentials are tried first')
    .addOption(new Option('--channel <channel>', 'channel').choices(CHANNELS).makeOptionMandatory())
    .addOption(appOption())
    .option('--name <name>', "what to call it (default: the provider's name)")
    .option('--priority <number>', 'lower goes first among those of one channel (default: 100)', count)
    .option('--per-second <number>', 'most messages per second, over all workers (default: no limit)', rate)
    .addOption(setOption())
    .option('--no-check', 'store it although the provider does not take the credentials now')
    .action(async (provider: string, options: AddOptions, command: Command) => {
      const { admin, output, host } = contextOf(command);
      const app = await pickApplication(admin, options.app);
      const { channel, name, priority, perSecond: per_second, check } = options;
      const settings = await valuesOf(host, options.set);
      const { integration, checked } = await admin.request<{ integration: Integration; checked?: string }>({
        doing: `connect "${app}" to ${provider}`,
        method: 'POST',
        path: ['applications', app, 'integrations'],
        body: { channel, provider, name, priority, per_second, settings, ...(!check && { check }) },
      });
      output.result(integration, () => `${describe(integration)}${checked ? `\n\n${checked}` : ''}`);
    });

  integrations
    .command('list')
    .description('list the integrations')
    .addOption(appOption())
    .action(async (options: { app?: string }, command: Command) => {
      const { admin, output } = contextOf(command);
      const app = await pickApplication(admin, options.app);
      const { integrations: all } = await admin.request<{ integrations: Integration[] }>({
        doing: `list the integrations of "${app}"`,
        path: ['applications', app, 'integrations'],
      });
      const rows = all.map(
        ({ id, channel, provider, name, priority, per_second, settings, receipts_url, health }) => ({
          id,
          channel,
          provider,
          name,
          priority,
          per_second: per_second ?? '',
          settings: Object.entries(settings).map(([key, value]) => `${key}=${value}`),
          'reports to': receipts_url,
          health: healthWords(health),
        }),
      );
      output.result(all, () =>
        table(rows, 'No integration yet: heliograph integrations add PROVIDER --channel CHANNEL'),
      );
    });

  integrations
    .command('test <id>')
    .description('try the credentials, or with --to send a test message')
    .addOption(appOption())
    .option('--to <recipient>', 'address, number, member id or token that gets a test message')
    .action(async (id: string, options: { app?: string; to?: string }, command: Command) => {
      const { admin, output } = contextOf(command);
      const app = await pickApplication(admin, options.app);
      const { ok, detail } = await admin.request<{ ok: boolean | null; detail: string }>({
        doing: `test the integration ${id} of "${app}"`,
        method: 'POST',
        path: ['applications', app, 'integrations', id, 'test'],
        body: { to: options.to },
      });
      if (ok === false) {
        throw new CliError(`the test of the integration ${id} failed: ${detail}`, {
          next: 'Correct it: heliograph integrations set ID --set FIELD=VALUE',
        });
      }
      const next = 'Send one: heliograph integrations test ID --to RECIPIENT';
      output.result({ ok, detail }, () => (ok === null ? `${detail}\n${next}` : detail));
    });

  integrations
    .command('set <id>')
    .description('change settings, credentials, name, priority or rate of an integration')
    .addOption(appOption())
    .option('--name <name>', 'what to call it')
    .option('--priority <number>', 'lower goes first among those of one channel', count)
    .option('--per-second <number>', 'most messages per second, over all workers; "none": no limit', rate)
    .addOption(setOption())
    .option('--no-check', 'store it although the provider does not take the credentials now')
    .action(async (id: string, options: Omit<AddOptions, 'channel'>, command: Command) => {
      const { admin, output, host } = contextOf(command);
      const app = await pickApplication(admin, options.app);
      const { name, priority, perSecond: per_second, check } = options;
      const given = await valuesOf(host, options.set);
      const settings = Object.keys(given).length > 0 ? given : undefined;
      const { integration } = await admin.request<{ integration: Integration }>({
        doing: `change the integration ${id} of "${app}"`,
        method: 'PATCH',
        path: ['applications', app, 'integrations', id],
        body: { name, priority, per_second, settings, ...(!check && { check }) },
      });
      output.result(integration, () => describe(integration));
    });

  integrations
    .command('remove <id>')
    .description('take an integration away')
    .addOption(appOption())
    .action(async (id: string, options: { app?: string }, command: Command) => {
      const { admin, output } = contextOf(command);
      const app = await pickApplication(admin, options.app);
      await admin.request({
        doing: `remove the integration ${id} of "${app}"`,
        method: 'DELETE',
        path: ['applications', app, 'integrations', id],
      });
      output.result({ id, removed: true }, () => `The integration ${id} is removed.`);
    });
}

const describe = (integration: Integration): string =>
  fields({
    id: integration.id,
    channel: integration.channel,
    provider: integration.provider,
    name: integration.name,
    priority: integration.priority,
    per_second: integration.per_second ?? 'no limit',
    ...integration.settings,
    ...Object.fromEntries(integration.secrets.map((name) => [name, '(not shown)'])),
    'reports to': integration.receipts_url,
    health: healthWords(integration.health),
  });

const healthWords = ({ state, failures, code, until }: Integration['health']): string =>
  state === 'ok'
    ? 'ok'
    : `${state}${until === undefined ? '' : ` until ${until}`}: failed ${failures} times in a row, ${code}`;

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

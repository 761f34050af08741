import { Option, type Command } from 'commander';
import { REPORTING } from '../../core/receipts/reporting';
import type { Application, ApplicationChanges } from '../answers';
import { contextOf } from '../context';
import { CliError } from '../errors';
import { fields, table } from '../output';
import { bodyValue, count, countries, days, jsonArray, jsonSettings, smsPrices } from './options';

type Setting = keyof ApplicationChanges;

const listed = (text: string): string[] => text.split(',').flatMap((one) => one.trim() || []);

/** The settings of an application: the option for each field of the admin API. */
const SETTINGS: [Setting, Option][] = [
  [
    'monthly_quota',
    new Option('--monthly-quota <number>', 'Maximum production notifications per calendar month.').argParser(
      count,
    ),
  ],
  [
    'daily_quota',
    new Option(
      '--daily-quota <number>',
      'Maximum production notifications per UTC day (default: no limit).',
    ).argParser(count),
  ],
  [
    'otp_domain',
    new Option('--otp-domain <domain>', 'Domain of the auto-fill line in SMS with one-time codes.'),
  ],
  [
    'sms_prices',
    new Option(
      '--sms-prices <list>',
      'Price of a segment of an SMS by the beginning of the number, after the currency, such as "EUR,+=0.08,+49=0.075". Estimates use it. "" for none.',
    ).argParser(smsPrices),
  ],
  [
    'owner_email',
    new Option(
      '--owner-email <address>',
      'E-mail address of the owner, who receives notices about the application.',
    ),
  ],
  ['from', new Option('--from <sender>', 'Default sender of e-mails: an address or "Name <address>".')],
  [
    'sandbox_recipients',
    new Option(
      '--sandbox-recipients <list>',
      'Addresses and numbers that sandbox sends to, separated by commas, or "" for none.',
    ).argParser(listed),
  ],
  [
    'keep_notifications_days',
    new Option(
      '--keep-notifications <days>',
      'Days that notifications are kept after their end, or "default".',
    ).argParser(days),
  ],
  [
    'keep_content_days',
    new Option(
      '--keep-content <days>',
      'Days that payload and rendered content are kept after the end, or "default".',
    ).argParser(days),
  ],
  [
    'delivered_channels',
    new Option(
      '--delivered-channels <list>',
      `Channels whose confirmed deliveries raise delivery.delivered: ${REPORTING.join(', ')}, separated by commas, or "" for none.`,
    ).argParser(listed),
  ],
  [
    'webhook_retries',
    new Option(
      '--webhook-retries <plan>',
      'Retries of webhooks. "extended" also retries 404, 408, 425 and 429 with 10 attempts in 3 days, and disables the endpoint after 410.',
    ).choices(['standard', 'extended']),
  ],
  [
    'limits',
    new Option(
      '--limits <json>',
      `Maximum messages to one contact, address or prefix in a period, as a JSON array such as '[{"channel":"email","most":2,"per":"day"}]', or '[]' for none.`,
    ).argParser(jsonArray),
  ],
  [
    'sms_countries',
    new Option(
      '--sms-countries <list>',
      'Countries that SMS may go to, such as DE,AT,CH, or "all". Others are skipped.',
    ).argParser(countries),
  ],
  [
    'sms_guard',
    new Option(
      '--sms-guard <json>',
      `Holds SMS to a calling code whose recipients use no codes, as a JSON object such as '{"events":["verify-phone"]}', or "off".`,
    ).argParser(jsonSettings),
  ],
];
const SUBSCRIPTION: [Setting, Option] = [
  'subscription',
  new Option('--subscription <state>', 'Whether the application may send.').choices(['active', 'inactive']),
];

export function addAppCommands(program: Command): void {
  const apps = program.command('apps').description('Applications.');

  const create = apps.command('create <name>').description('Create an application.');
  for (const [, option] of SETTINGS) create.addOption(option);
  create.action(async (name: string, _options: unknown, command: Command) => {
    const { admin, output } = contextOf(command);
    const { application } = await admin.post(`create the application "${name}"`, '/admin/v1/applications', {
      body: { name, ...givenSettings(command) },
    });
    const next = `Create a key for it: heliograph keys create --app ${application.name} --env production`;
    output.result(application, () => `${describe(application)}\n\n${next}`);
  });

  apps
    .command('list')
    .description('List the applications.')
    .action(async (_options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { applications } = await admin.get('list the applications', '/admin/v1/applications');
      const rows = applications.map(({ name, id, subscription, monthly_quota, created_at }) => ({
        name,
        id,
        subscription,
        'monthly quota': monthly_quota,
        created: created_at,
      }));
      output.result(applications, () => table(rows, 'No application yet: heliograph apps create NAME'));
    });

  apps
    .command('show <app>')
    .description('Show an application.')
    .action(async (app: string, _options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { application } = await admin.get(
        `show the application "${app}"`,
        '/admin/v1/applications/{app}',
        { app },
      );
      output.result(application, () => describe(application));
    });

  const set = apps.command('set <app>').description('Change an application.');
  for (const [, option] of [...SETTINGS, SUBSCRIPTION]) set.addOption(option);
  set.action(async (app: string, _options: unknown, command: Command) => {
    const body = givenSettings(command);
    if (Object.keys(body).length === 0) {
      throw new CliError(`no option says what to change in "${app}"`, {
        next: 'heliograph apps set --help lists the options.',
        usage: true,
      });
    }
    const { admin, output } = contextOf(command);
    const { application } = await admin.patch(
      `change the application "${app}"`,
      '/admin/v1/applications/{app}',
      { app, body },
    );
    output.result(application, () => describe(application));
  });
}

/** Returns the given settings by their fields in the admin API. */
function givenSettings(command: Command): ApplicationChanges {
  const options = command.opts<Record<string, unknown>>();
  const all = [...SETTINGS, SUBSCRIPTION].map(([field, option]) => [
    field,
    bodyValue(options[option.attributeName()]),
  ]);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as ApplicationChanges;
}

const kept = (days: number | null | undefined): string => (days ? `${days} days` : 'default of the service');

/** Returns a limit in one line: `offers 2 email per day (UTC) of contact`. */
const limitLine = ({
  name,
  most,
  channel,
  per,
  timezone,
  of,
  category,
  events,
}: Application['limits'][number]) =>
  [
    ...(name === undefined ? [] : [name]),
    `${most} ${channel} per ${per} (${timezone}) of ${of}`,
    ...(category === undefined ? [] : [`in ${category}`]),
    ...(events ? [`by ${events.join(' ')}`] : []),
  ].join(' ');

/** Returns a guard in words. */
const guardLine = (guard: Application['sms_guard']): string =>
  !guard
    ? 'off'
    : `${guard.events.join(' ')}: over ${guard.share} of at least ${guard.at_least} without a follow-up, for ${guard.hold_minutes} min`;

function describe(application: Application): string {
  return fields({
    name: application.name,
    id: application.id,
    subscription: application.subscription,
    'monthly quota': application.monthly_quota,
    'daily quota': application.daily_quota ?? 'none',
    'OTP domain': application.otp_domain,
    from: application.from,
    'owner e-mail': application.owner_email,
    'sandbox recipients': application.sandbox_recipients,
    'delivered channels': application.delivered_channels,
    'webhook retries': application.webhook_retries,
    limits: application.limits.map(limitLine),
    'SMS countries': application.sms_countries ?? 'all',
    'SMS guard': guardLine(application.sms_guard),
    'notifications kept': kept(application.keep_notifications_days),
    'content kept': kept(application.keep_content_days),
    created: application.created_at,
  });
}

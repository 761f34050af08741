import { Option, type Command } from 'commander';
import { REPORTING } from '../../core/receipts/reporting';
import type { Application, ApplicationChanges } from '../answers';
import { contextOf } from '../context';
import { CliError } from '../errors';
import { fields, table } from '../output';
import { bodyValue, count, days } from './options';

type Setting = keyof ApplicationChanges;

const listed = (text: string): string[] => text.split(',').flatMap((one) => one.trim() || []);

/** The settings of an application: the option for each field of the admin API. */
const SETTINGS: [Setting, Option][] = [
  [
    'monthly_quota',
    new Option('--monthly-quota <number>', 'production notifications in a calendar month').argParser(count),
  ],
  [
    'daily_quota',
    new Option(
      '--daily-quota <number>',
      'production notifications in a UTC day (default: no daily limit)',
    ).argParser(count),
  ],
  ['otp_domain', new Option('--otp-domain <domain>', 'domain for the auto-fill line of one-time codes')],
  ['owner_email', new Option('--owner-email <address>', 'who gets e-mails about the application')],
  ['from', new Option('--from <sender>', 'sender of its e-mails: an address or "Name <address>"')],
  [
    'sandbox_recipients',
    new Option(
      '--sandbox-recipients <list>',
      'addresses and numbers that the sandbox really sends to, separated by commas; "" for none',
    ).argParser(listed),
  ],
  [
    'keep_notifications_days',
    new Option(
      '--keep-notifications <days>',
      'days that notifications are kept after their end, or "default"',
    ).argParser(days),
  ],
  [
    'keep_content_days',
    new Option(
      '--keep-content <days>',
      'days that payload and rendered content are kept after the end, or "default"',
    ).argParser(days),
  ],
  [
    'delivered_channels',
    new Option(
      '--delivered-channels <list>',
      `channels whose confirmed deliveries raise delivery.delivered: ${REPORTING.join(', ')}, separated by commas; "" for none`,
    ).argParser(listed),
  ],
  [
    'webhook_retries',
    new Option(
      '--webhook-retries <plan>',
      'extended: webhooks are also retried after 404, 408, 425 and 429, 10 attempts in 3 days, and 410 disables',
    ).choices(['standard', 'extended']),
  ],
];
const SUBSCRIPTION: [Setting, Option] = [
  'subscription',
  new Option('--subscription <state>', 'whether it may send').choices(['active', 'inactive']),
];

export function addAppCommands(program: Command): void {
  const apps = program.command('apps').description('applications');

  const create = apps.command('create <name>').description('create an application');
  for (const [, option] of SETTINGS) create.addOption(option);
  create.action(async (name: string, _options: unknown, command: Command) => {
    const { admin, output } = contextOf(command);
    const { application } = await admin.answer(
      `create the application "${name}"`,
      admin.api.POST('/admin/v1/applications', { body: { name, ...givenSettings(command) } }),
    );
    const next = `Create a key for it: heliograph keys create --app ${application.name} --env production`;
    output.result(application, () => `${describe(application)}\n\n${next}`);
  });

  apps
    .command('list')
    .description('list the applications')
    .action(async (_options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { applications } = await admin.answer(
        'list the applications',
        admin.api.GET('/admin/v1/applications'),
      );
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
    .description('show an application')
    .action(async (app: string, _options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { application } = await admin.answer(
        `show the application "${app}"`,
        admin.api.GET('/admin/v1/applications/{app}', { params: { path: { app } } }),
      );
      output.result(application, () => describe(application));
    });

  const set = apps.command('set <app>').description('change an application');
  for (const [, option] of [...SETTINGS, SUBSCRIPTION]) set.addOption(option);
  set.action(async (app: string, _options: unknown, command: Command) => {
    const body = givenSettings(command);
    if (Object.keys(body).length === 0) {
      throw new CliError(`no setting of "${app}" is given`, {
        next: 'heliograph apps set --help lists the settings.',
        usage: true,
      });
    }
    const { admin, output } = contextOf(command);
    const { application } = await admin.answer(
      `change the application "${app}"`,
      admin.api.PATCH('/admin/v1/applications/{app}', { params: { path: { app } }, body }),
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

const kept = (days: number | null | undefined): string => (days ? `${days} days` : 'as the service is set');

function describe(application: Application): string {
  return fields({
    name: application.name,
    id: application.id,
    subscription: application.subscription,
    'monthly quota': application.monthly_quota,
    'OTP domain': application.otp_domain,
    from: application.from,
    'owner e-mail': application.owner_email,
    'sandbox recipients': application.sandbox_recipients,
    'delivered channels': application.delivered_channels,
    'webhook retries': application.webhook_retries,
    'notifications kept': kept(application.keep_notifications_days),
    'content kept': kept(application.keep_content_days),
    created: application.created_at,
  });
}

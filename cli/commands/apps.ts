import { Option, type Command } from 'commander';
import type { z } from 'zod';
import type { updateApplicationBody } from '../../core/schemas/admin';
import type { Application } from '../../api/admin/answers';
import { contextOf } from '../context';
import { CliError } from '../errors';
import { fields, table } from '../output';
import { count, days } from './options';

interface ApplicationOptions {
  subscription?: 'active' | 'inactive';
  monthlyQuota?: number;
  dailyQuota?: number;
  otpDomain?: string;
  ownerEmail?: string;
  from?: string;
  sandboxRecipients?: string[];
  keepNotifications?: number | 'default';
  keepContent?: number | 'default';
  deliveredChannels?: string[];
}

type Answer = { application: Application };
type Body = z.input<typeof updateApplicationBody>;

export function addAppCommands(program: Command): void {
  const apps = program.command('apps').description('applications');

  withOptions(apps.command('create <name>').description('make an application')).action(
    async (name: string, options: ApplicationOptions, command: Command) => {
      const { admin, output } = contextOf(command);
      const { application } = await admin.request<Answer>({
        doing: `create the application "${name}"`,
        method: 'POST',
        path: ['applications'],
        body: { name, ...bodyOf(options) },
      });
      output.result(
        application,
        () =>
          `${describe(application)}\n\nIts keys: heliograph keys create --app ${application.name} --env production`,
      );
    },
  );

  apps
    .command('list')
    .description('list the applications')
    .action(async (_options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { applications } = await admin.request<{ applications: Application[] }>({
        doing: 'list the applications',
        path: ['applications'],
      });
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
    .description('show one application')
    .action(async (app: string, _options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { application } = await admin.request<Answer>({
        doing: `show the application "${app}"`,
        path: ['applications', app],
      });
      output.result(application, () => describe(application));
    });

  withOptions(apps.command('set <app>').description('change an application'))
    .addOption(new Option('--subscription <state>', 'whether it may send').choices(['active', 'inactive']))
    .action(async (app: string, options: ApplicationOptions, command: Command) => {
      const body = bodyOf(options);
      if (Object.keys(body).length === 0) {
        throw new CliError(`nothing to change of "${app}" was given`, {
          next: 'See heliograph apps set --help for what can be set.',
          usage: true,
        });
      }
      const { admin, output } = contextOf(command);
      const { application } = await admin.request<Answer>({
        doing: `change the application "${app}"`,
        method: 'PATCH',
        path: ['applications', app],
        body,
      });
      output.result(application, () => describe(application));
    });
}

function withOptions(command: Command): Command {
  return command
    .option('--monthly-quota <number>', 'production notifications in a calendar month', count)
    .option('--daily-quota <number>', 'production notifications in a UTC day (default: no such limit)', count)
    .option('--otp-domain <domain>', 'domain for the auto-fill line of one-time codes')
    .option('--owner-email <address>', 'whom to tell about the application')
    .option('--from <sender>', 'sender of its e-mails, an address or "Name <address>"')
    .option(
      '--sandbox-recipients <list>',
      'addresses and numbers that sandbox really delivers to, separated by commas; "" for none',
      listed,
    )
    .option(
      '--keep-notifications <days>',
      'days that notifications are kept after their end, or "default"',
      days,
    )
    .option('--keep-content <days>', 'days that payload and rendered content are kept, or "default"', days)
    .option(
      '--delivered-channels <list>',
      'channels whose confirmed deliveries raise delivery.delivered: email, sms, whatsapp, separated by commas; "" for none',
      listed,
    );
}

const listed = (text: string): string[] => text.split(',').flatMap((one) => one.trim() || []);

/** Only what was given, under the names of the admin API. */
function bodyOf(options: ApplicationOptions): Body {
  const body = {
    subscription: options.subscription,
    monthly_quota: options.monthlyQuota,
    daily_quota: options.dailyQuota,
    otp_domain: options.otpDomain,
    owner_email: options.ownerEmail,
    from: options.from,
    sandbox_recipients: options.sandboxRecipients,
    keep_notifications_days: options.keepNotifications === 'default' ? null : options.keepNotifications,
    delivered_channels: options.deliveredChannels as Body['delivered_channels'],
    keep_content_days: options.keepContent === 'default' ? null : options.keepContent,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
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
    'notifications kept': kept(application.keep_notifications_days),
    'content kept': kept(application.keep_content_days),
    created: application.created_at,
  });
}

import { z } from 'zod';
import { smsCountries } from '../../../core/caps/countries';
import { limitSchema, limitView } from '../../../core/caps/limit-shape';
import { smsGuardSchema, smsGuardView } from '../../../core/caps/sms-guard-shape';
import { DELIVERED_BY_DEFAULT } from '../../../core/receipts/reporting';
import { brand } from '../../../core/sending/brand-shape';
import { smsPrices } from '../../../core/sending/sms-prices-shape';
import { CHANNELS } from '../../../core/shared/channels';
import { WEBHOOK_RETRIES } from '../../../core/webhooks/plan';
import type { Application } from '../../../store/accounts/applications';
import { answer, timestamp, uuid } from '../../http/formats';

/** An application as operators see it. */
export const applicationSchema = z
  .object({
    id: uuid,
    name: z.string(),
    subscription: z.enum(['active', 'inactive']),
    monthly_quota: z.int().min(0).describe('Production notifications per UTC month.'),
    daily_quota: z.int().min(0).nullable().describe('Per UTC day. Null: no limit.'),
    otp_domain: z.string().nullable().describe('Domain of one-time codes in SMS.'),
    sms_prices: smsPrices.describe('What segments of SMS cost, for estimates. Null: not known.'),
    owner_email: z.string().nullable().describe('Who is notified when the webhook endpoint is disabled.'),
    from: z.string().nullable().describe('Default sender of e-mails.'),
    brand: brand.unwrap(),
    sandbox_recipients: z
      .array(z.string())
      .describe('Addresses and numbers that sandbox sends to. The inbox captures all other messages.'),
    keep_notifications_days: z.int().nullable().describe('Null if the default of the service applies.'),
    keep_content_days: z.int().nullable().describe('Null if the default of the service applies.'),
    delivered_channels: z
      .array(z.enum(CHANNELS))
      .describe('Channels whose receipts raise `delivery.delivered`.'),
    webhook_retries: z
      .enum(WEBHOOK_RETRIES)
      .describe('Extended: 404, 408, 425 and 429 are retried too, 10 attempts in 3 days, and 410 disables.'),
    limits: z
      .array(limitSchema)
      .describe('How many messages are sent to one contact, address or prefix in a period.'),
    sms_countries: smsCountries.describe('Countries that SMS may go to (ISO 3166-1). Null: all.'),
    sms_guard: smsGuardSchema.describe(
      'What holds the SMS of some events to a prefix if too few of its recipients use their codes. Null: nothing does.',
    ),
    created_at: timestamp,
  })
  .meta({ id: 'Application' });

export const applicationAnswer = answer('ApplicationAnswer', { application: applicationSchema });

export const applicationView = (application: Application): z.output<typeof applicationSchema> => ({
  id: application._id,
  name: application.name,
  subscription: application.subscription,
  monthly_quota: application.monthlyQuota,
  daily_quota: application.dailyQuota ?? null,
  otp_domain: application.otpDomain,
  sms_prices: application.smsPrices ?? null,
  owner_email: application.ownerEmail,
  from: application.from,
  brand: application.brand,
  sandbox_recipients: application.sandboxRecipients ?? [],
  keep_notifications_days: application.keepNotificationsDays ?? null,
  keep_content_days: application.keepContentDays ?? null,
  delivered_channels: application.deliveredChannels ?? DELIVERED_BY_DEFAULT,
  webhook_retries: application.webhookRetries ?? 'standard',
  limits: (application.limits ?? []).map(limitView),
  sms_countries: application.smsCountries ?? null,
  sms_guard: application.smsGuard ? smsGuardView(application.smsGuard) : null,
  created_at: application.createdAt.toISOString(),
});

/** Has only the number of sandbox recipients, because the audit log outlives people's addresses. */
export const applicationAudit = (application: Application) => ({
  ...applicationView(application),
  sandbox_recipients: application.sandboxRecipients?.length ?? 0,
});

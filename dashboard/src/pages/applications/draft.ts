import type { components } from '../../../../generated/admin-openapi';
import { REPORTING } from '../../api/channels';
import type { Application } from '../../api/types';
import { type BrandDraft, brandDraftOf, brandIn } from '../../parts/brand-draft';

/** The settings of this form. The pages of senders and webhooks, and other sections of this page, have the others. */
type Changes = Omit<
  Required<components['schemas']['ApplicationChanges']>,
  | ('from' | 'otp_domain' | 'sms_prices' | 'webhook_retries')
  | ('limits' | 'sms_countries' | 'sms_guard')
  | `expected_${string}`
>;
/** Settings of an application as the fields of a form have them. An empty field is an unset one. */
export interface Draft {
  isActive: boolean;
  monthlyQuota: number | string;
  dailyQuota: number | string;
  keepNotificationsDays: number | string;
  keepContentDays: number | string;
  ownerEmail: string;
  /** One on each line. */
  sandboxRecipients: string;
  deliveredChannels: string[];
  brand: BrandDraft;
}

/** Returns the settings of an application as a form begins with them. */
export function draftOf(application: Application): Draft {
  return {
    isActive: application.subscription === 'active',
    monthlyQuota: application.monthly_quota,
    dailyQuota: application.daily_quota ?? '',
    keepNotificationsDays: application.keep_notifications_days ?? '',
    keepContentDays: application.keep_content_days ?? '',
    ownerEmail: application.owner_email ?? '',
    sandboxRecipients: application.sandbox_recipients.join('\n'),
    deliveredChannels: application.delivered_channels,
    brand: brandDraftOf(application.brand),
  };
}

/** Returns what of the settings `draft` changes. */
export function changesIn(application: Application, draft: Draft): Partial<Changes> {
  const before = settingsOf(draftOf(application));
  const differs = ([name, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof Changes]);
  return Object.fromEntries(Object.entries(settingsOf(draft)).filter(differs));
}

const number = (value: number | string): number | null => (value === '' ? null : Number(value));

function settingsOf(draft: Draft): Changes {
  return {
    subscription: draft.isActive ? 'active' : 'inactive',
    monthly_quota: Number(draft.monthlyQuota),
    daily_quota: number(draft.dailyQuota),
    keep_notifications_days: number(draft.keepNotificationsDays),
    keep_content_days: number(draft.keepContentDays),
    owner_email: draft.ownerEmail.trim() || null,
    sandbox_recipients: draft.sandboxRecipients
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    delivered_channels: REPORTING.filter((channel) => draft.deliveredChannels.includes(channel)),
    brand: brandIn(draft.brand),
  };
}

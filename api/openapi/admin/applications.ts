import { z } from 'zod';
import { CHANNELS } from '../../../core/shared/channels';
import { createApplicationBody, updateApplicationBody } from '../../../core/schemas/admin';
import { WEBHOOK_RETRIES } from '../../../core/webhooks/plan';
import { brand } from '../../../core/schemas/fields';
import { answer, timestamp, uuid } from '../../http/formats';
import { adminPaths } from './operation';

const application = z
  .object({
    id: uuid,
    name: z.string(),
    subscription: z.enum(['active', 'inactive']),
    monthly_quota: z.int().min(0).describe('Production notifications per UTC month.'),
    daily_quota: z.int().min(0).nullable().describe('Per UTC day. Null: no limit.'),
    otp_domain: z.string().nullable().describe('Domain of one-time codes in SMS.'),
    owner_email: z.string().nullable().describe('Who is told when the webhook endpoint is switched off.'),
    from: z.string().nullable().describe('Sender of e-mails that name none.'),
    brand: brand.unwrap(),
    sandbox_recipients: z.array(z.string()).describe('Whom sandbox sends to. The inbox captures the rest.'),
    keep_notifications_days: z.int().nullable().describe('Null: the default of the installation.'),
    keep_content_days: z.int().nullable().describe('Null: the default of the installation.'),
    delivered_channels: z
      .array(z.enum(CHANNELS))
      .describe('Channels whose receipts raise `delivery.delivered`.'),
    webhook_retries: z
      .enum(WEBHOOK_RETRIES)
      .describe('Extended: 404, 408, 425 and 429 are retried too, 10 attempts in 3 days, and 410 disables.'),
    created_at: timestamp,
  })
  .meta({ id: 'Application' });

const one = answer('ApplicationAnswer', { application });

export const applicationPaths = adminPaths('Applications', {
  'POST /admin/v1/applications': {
    id: 'createApplication',
    summary: 'Create an application',
    body: createApplicationBody.meta({ id: 'ApplicationRequest' }),
    answer: one,
    status: 201,
    errors: ['APPLICATION_EXISTS'],
  },
  'GET /admin/v1/applications': {
    id: 'listApplications',
    summary: 'List the applications',
    answer: answer('ApplicationsAnswer', { applications: z.array(application) }),
  },
  'GET /admin/v1/applications/:app': {
    id: 'getApplication',
    summary: 'View an application',
    answer: one,
    errors: ['APPLICATION_NOT_FOUND'],
  },
  'PATCH /admin/v1/applications/:app': {
    id: 'updateApplication',
    summary: 'Change the settings of an application',
    description: 'Only the fields given change.',
    body: updateApplicationBody.meta({ id: 'ApplicationChanges' }),
    answer: one,
    errors: ['APPLICATION_NOT_FOUND'],
  },
});

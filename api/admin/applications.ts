import type { Router } from 'express';
import type { z } from 'zod';
import type { Channel } from '../../core/shared/channels';
import { newId } from '../../core/shared/ids';
import { createApplicationBody, updateApplicationBody } from '../../core/schemas/admin';
import type { Application, ApplicationSettings } from '../../store/accounts/applications';
import { recordChange } from '../http/access/audit';
import { ApiError, parse } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { resource } from '../http/resource';
import { camelCased } from '../http/camel-cased';

/** Production notifications per UTC month unless set (LIMIT-3). */
const DEFAULT_MONTHLY_QUOTA = 10_000;

/** Channels whose receipts raise `delivery.delivered` unless set (WEBHOOK-17). */
const DEFAULT_DELIVERED: Channel[] = ['email'];

/** Routes that create, read and change applications. */
export function applicationRoutes(router: Router, { store, cached }: ApiDeps): void {
  resource(router, '/admin/v1/applications', {
    post: async (request, response) => {
      const body = parse(createApplicationBody, request.body);
      const application: Application = {
        _id: newId(),
        name: body.name,
        subscription: 'active',
        monthlyQuota: DEFAULT_MONTHLY_QUOTA,
        dailyQuota: null,
        otpDomain: null,
        ownerEmail: null,
        from: null,
        brand: {},
        keepNotificationsDays: null,
        keepContentDays: null,
        deliveredChannels: DEFAULT_DELIVERED,
        ...settingsOf(body),
        senders: [],
        createdAt: new Date(),
      };
      if (!(await store.applications.insert(application))) {
        const message = `There is an application named ${body.name} already.`;
        throw new ApiError('APPLICATION_EXISTS', message, { field: 'name' });
      }
      await recordChange(response, { about: aboutOf(application), after: auditView(application) });
      response.status(201).json({ success: true, application: applicationView(application) });
    },
    get: async (_request, response) => {
      const applications = await store.applications.list();
      response.json({ success: true, applications: applications.map(applicationView) });
    },
  });

  resource(router, '/admin/v1/applications/:app', {
    get: async (request, response) => {
      response.json({ success: true, application: applicationView(await applicationIn(store, request)) });
    },
    patch: async (request, response) => {
      const known = await applicationIn(store, request);
      const settings = settingsOf(parse(updateApplicationBody, request.body));
      const updated = await store.applications.update(known._id, settings);
      cached.clear();
      if (!updated) throw noApplication();
      const [before, after] = [auditView(known), auditView(updated)];
      await recordChange(response, { about: aboutOf(known), before, after });
      response.json({ success: true, application: applicationView(updated) });
    },
  });
}

/** A request whose path names an application. */
interface Named {
  params: { app?: string | string[] };
}

/** Returns the application that `:app` names, by id or by name. */
export async function applicationIn(store: ApiDeps['store'], { params }: Named): Promise<Application> {
  const app = String(params.app);
  const found = (await store.applications.get(app)) ?? (await store.applications.getByName(app));
  if (!found) throw noApplication();
  return found;
}

export const noApplication = (): ApiError =>
  new ApiError('APPLICATION_NOT_FOUND', 'There is no such application.');

/** Returns the settings of a body under the names that the store has. */
function settingsOf(body: z.output<typeof updateApplicationBody>): Partial<ApplicationSettings> {
  const { sandbox_recipients: recipients, delivered_channels: channels, ...others } = body;
  return {
    ...camelCased(others),
    ...(recipients && { sandboxRecipients: [...new Set(recipients)] }),
    ...(channels && { deliveredChannels: [...new Set(channels)] }),
  };
}

/** Includes the name, because operators know it. */
const aboutOf = ({ _id, name }: Application): string[] => [_id, name];

/** Has only the number of sandbox recipients, because the audit log outlives people's addresses. */
const auditView = (application: Application) => ({
  ...applicationView(application),
  sandbox_recipients: application.sandboxRecipients?.length ?? 0,
});

export const applicationView = (application: Application) => ({
  id: application._id,
  name: application.name,
  subscription: application.subscription,
  monthly_quota: application.monthlyQuota,
  daily_quota: application.dailyQuota ?? null,
  otp_domain: application.otpDomain,
  owner_email: application.ownerEmail,
  from: application.from,
  brand: application.brand,
  sandbox_recipients: application.sandboxRecipients ?? [],
  keep_notifications_days: application.keepNotificationsDays ?? null,
  keep_content_days: application.keepContentDays ?? null,
  delivered_channels: application.deliveredChannels ?? DEFAULT_DELIVERED,
  webhook_retries: application.webhookRetries ?? 'standard',
  created_at: application.createdAt.toISOString(),
});

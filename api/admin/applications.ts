import type { Request, Router } from 'express';
import type { z } from 'zod';
import type { Channel } from '../../core/shared/channels';
import { newId } from '../../core/shared/ids';
import { createApplicationBody, updateApplicationBody } from '../../core/schemas/admin';
import type { Application, ApplicationSettings } from '../../store/accounts/applications';
import { recordChange } from './access/audit';
import { ApiError, parse } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { resource } from '../http/resource';

/** Production notifications per UTC month unless set (LIMIT-3). */
const DEFAULT_MONTHLY_QUOTA = 10_000;

/** Channels whose receipts are told as `delivery.delivered` unless set (WEBHOOK-17). */
const DEFAULT_DELIVERED: Channel[] = ['email'];

/** Making, reading and changing applications. */
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
        throw new ApiError('APPLICATION_EXISTS', `There is an application named ${body.name} already.`, {
          field: 'name',
        });
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

/** The application that `:app` names, by id or by name. */
export async function applicationIn(store: ApiDeps['store'], request: Request): Promise<Application> {
  const app = String(request.params.app);
  const found = (await store.applications.get(app)) ?? (await store.applications.getByName(app));
  if (!found) throw noApplication();
  return found;
}

export const noApplication = (): ApiError =>
  new ApiError('APPLICATION_NOT_FOUND', 'There is no such application.');

function settingsOf(body: z.output<typeof updateApplicationBody>): Partial<ApplicationSettings> {
  return {
    ...(body.subscription !== undefined && { subscription: body.subscription }),
    ...(body.monthly_quota !== undefined && { monthlyQuota: body.monthly_quota }),
    ...(body.daily_quota !== undefined && { dailyQuota: body.daily_quota }),
    ...(body.otp_domain !== undefined && { otpDomain: body.otp_domain }),
    ...(body.owner_email !== undefined && { ownerEmail: body.owner_email }),
    ...(body.from !== undefined && { from: body.from }),
    ...(body.brand !== undefined && { brand: body.brand }),
    ...(body.sandbox_recipients !== undefined && {
      sandboxRecipients: [...new Set(body.sandbox_recipients)],
    }),
    ...(body.keep_notifications_days !== undefined && {
      keepNotificationsDays: body.keep_notifications_days,
    }),
    ...(body.keep_content_days !== undefined && { keepContentDays: body.keep_content_days }),
    ...(body.delivered_channels !== undefined && {
      deliveredChannels: [...new Set(body.delivered_channels)],
    }),
  };
}

/** By its name, too, for it is what operators know. */
const aboutOf = ({ _id, name }: Application): string[] => [_id, name];

/** The audit log outlives people's addresses: of those that sandbox delivers to it has the number. */
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
  created_at: application.createdAt.toISOString(),
});

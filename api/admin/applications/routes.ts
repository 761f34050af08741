import { z } from 'zod';
import { limitOf } from '../../../core/caps/limit-shape';
import { smsGuardOf } from '../../../core/caps/sms-guard-shape';
import { DELIVERED_BY_DEFAULT } from '../../../core/receipts/reporting';
import { createApplicationBody, updateApplicationBody } from '../../../core/schemas/admin';
import { splitExpected } from '../../../core/schemas/expected';
import { newId } from '../../../core/shared/ids';
import type { Application, ApplicationSettings } from '../../../store/accounts/applications';
import { ApiError } from '../../http/api-error';
import { camelCased } from '../../http/camel-cased';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { requireExpected, SETTING_CHANGED, settingChanged } from '../require-expected';
import { applicationIn, noApplication } from './application-in';
import { applicationAnswer, applicationAudit, applicationSchema, applicationView } from './view';

/** Production notifications per UTC month unless set (LIMIT-3). */
const DEFAULT_MONTHLY_QUOTA = 10_000;

const APPLICATIONS = '/admin/v1/applications';

export const createApplication = route({
  id: 'createApplication',
  tag: 'Applications',
  method: 'post',
  path: APPLICATIONS,
  role: 'editor',
  audit: 'application.create',
  summary: 'Create an application',
  body: createApplicationBody.meta({ id: 'ApplicationRequest' }),
  answer: applicationAnswer,
  status: 201,
  errors: ['APPLICATION_EXISTS'],
  handler: async ({ body, record }, { store }) => {
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
      deliveredChannels: DELIVERED_BY_DEFAULT,
      ...settingsOf(body),
      senders: [],
      createdAt: new Date(),
    };
    if (!(await store.applications.insert(application))) {
      const message = `An application named ${body.name} already exists. Choose another name.`;
      throw new ApiError('APPLICATION_EXISTS', message, { field: 'name' });
    }
    await record({ about: aboutOf(application), after: applicationAudit(application) });
    return { application: applicationView(application) };
  },
});

export const listApplications = route({
  id: 'listApplications',
  tag: 'Applications',
  method: 'get',
  path: APPLICATIONS,
  role: 'viewer',
  summary: 'List the applications',
  answer: answer('ApplicationsAnswer', { applications: z.array(applicationSchema) }),
  handler: async (_call, { store }) => ({
    applications: (await store.applications.list()).map(applicationView),
  }),
});

export const getApplication = route({
  id: 'getApplication',
  tag: 'Applications',
  method: 'get',
  path: `${APPLICATIONS}/:app`,
  role: 'viewer',
  summary: 'View an application',
  answer: applicationAnswer,
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => ({ application: applicationView(await applicationIn(store, call)) }),
});

export const updateApplication = route({
  id: 'updateApplication',
  tag: 'Applications',
  method: 'patch',
  path: `${APPLICATIONS}/:app`,
  role: 'editor',
  audit: 'application.update',
  summary: 'Change the settings of an application',
  description:
    'Only the given fields change. Lists and objects replace the ones before. With `expected_` and the name of such a setting, a change by somebody else is not overwritten.',
  body: updateApplicationBody.meta({ id: 'ApplicationChanges' }),
  answer: applicationAnswer,
  errors: ['APPLICATION_NOT_FOUND', ...SETTING_CHANGED],
  handler: async (call, { store, cached }) => {
    const known = await applicationIn(store, call);
    const { changes, expected } = splitExpected(call.body);
    requireExpected(expected, applicationView(known), settingsOf);
    const names = Object.keys(settingsOf(expected)) as (keyof ApplicationSettings)[];
    const read: Partial<ApplicationSettings> = Object.fromEntries(names.map((name) => [name, known[name]]));
    const updated = await store.applications.update(known._id, settingsOf(changes), read);
    cached.clear();
    if (!updated) {
      requireExpected(expected, applicationView(await applicationIn(store, call)), settingsOf);
      const [name] = Object.keys(expected) as (keyof typeof expected)[];
      throw name ? settingChanged(name) : noApplication();
    }
    const [before, after] = [applicationAudit(known), applicationAudit(updated)];
    await call.record({ about: aboutOf(known), before, after });
    return { application: applicationView(updated) };
  },
});

type SettingsBody = ReturnType<typeof splitExpected<z.output<typeof updateApplicationBody>>>['changes'];

/** Returns the settings of a body under the names that the store has. */
function settingsOf(body: SettingsBody): Partial<ApplicationSettings> {
  const {
    sandbox_recipients: recipients,
    delivered_channels: channels,
    limits,
    sms_guard: guard,
    ...others
  } = body;
  return {
    ...camelCased(others),
    ...(recipients && { sandboxRecipients: [...new Set(recipients)] }),
    ...(limits && { limits: limits.map(limitOf) }),
    ...(guard !== undefined && { smsGuard: guard && smsGuardOf(guard) }),
    ...(channels && { deliveredChannels: [...new Set(channels)] }),
  };
}

/** Includes the name, because operators know it. */
const aboutOf = ({ _id, name }: Application): string[] => [_id, name];

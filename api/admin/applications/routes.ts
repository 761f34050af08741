import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { limitOf } from '../../../core/caps/limit-shape';
import { smsGuardOf } from '../../../core/caps/sms-guard-shape';
import { DELIVERED_BY_DEFAULT } from '../../../core/receipts/reporting';
import { createApplicationBody, updateApplicationBody } from '../../../core/schemas/admin';
import { newId } from '../../../core/shared/ids';
import type { Application, ApplicationSettings } from '../../../store/accounts/applications';
import { ApiError } from '../../http/api-error';
import { camelCased } from '../../http/camel-cased';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
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
    'Only the given fields change. Lists replace the ones before. With `expected_limits`, a change of the limits by somebody else is not overwritten.',
  body: updateApplicationBody.meta({ id: 'ApplicationChanges' }),
  answer: applicationAnswer,
  errors: ['APPLICATION_NOT_FOUND', 'LIMITS_CHANGED'],
  handler: async (call, { store, cached }) => {
    const known = await applicationIn(store, call);
    const { expected_limits: expected, ...body } = call.body;
    const { limits = [] } = known;
    if (expected && !isDeepStrictEqual(expected.map(limitOf), limits.map(limitOf))) throw limitsChanged();
    const updated = await store.applications.update(known._id, settingsOf(body), expected && known);
    cached.clear();
    if (!updated) throw expected ? limitsChanged() : noApplication();
    const [before, after] = [applicationAudit(known), applicationAudit(updated)];
    await call.record({ about: aboutOf(known), before, after });
    return { application: applicationView(updated) };
  },
});

const limitsChanged = (): ApiError =>
  new ApiError('LIMITS_CHANGED', 'Somebody else has changed the limits. Check them and try again.', {
    field: 'expected_limits',
  });

/** Returns the settings of a body under the names that the store has. */
function settingsOf(
  body: Omit<z.output<typeof updateApplicationBody>, 'expected_limits'>,
): Partial<ApplicationSettings> {
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

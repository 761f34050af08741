import { definitionOf, knownProviders } from '../../../channels/catalog';
import type { ProviderDefinition } from '../../../channels/definition';
import { splitExpected } from '../../../core/schemas/expected';
import {
  createIntegrationBody,
  updateIntegrationBody,
  type WarmUpPlanBody,
} from '../../../core/schemas/integration';
import type { Integration } from '../../../core/sending/integration';
import { integrationPause } from '../../../core/sending/pauses';
import { newId } from '../../../core/shared/ids';
import { lookupsOf } from '../../../net/resolver/owner';
import type { Application } from '../../../store/accounts/applications';
import type { ApiDeps } from '../../deps';
import { ApiError, invalid } from '../../http/api-error';
import { camelCased } from '../../http/camel-cased';
import { route } from '../../http/route';
import { pauseIn } from '../pauses/view';
import { applicationIn } from '../applications/application-in';
import { requireExpected, SETTING_CHANGED } from '../require-expected';
import { requireAddresses } from './check-addresses';
import { INTEGRATIONS, integrationIn, missingIntegration } from './integration-in';
import { checkedAnswer, integrationAudit, integrationView } from './integration-view';
import { withSendQueue } from './send-queue-of';
import { changeSettings, storeSettings } from './settings-of';
import { checkCredentials } from './test-integration';
import { wakeBroadcasts } from './wake-broadcasts';
import { readWarmUp, warmUpFields, warmUpView } from './warm-up-view';

/** Priority of an integration among those of its channel unless set. */
const DEFAULT_PRIORITY = 100;
/** Maximum number of integrations of one application, which are stored within it. */
const MAX_INTEGRATIONS = 100;

export const addIntegration = route({
  id: 'addIntegration',
  tag: 'Integrations',
  method: 'post',
  path: INTEGRATIONS,
  role: 'editor',
  audit: 'integration.add',
  summary: 'Connect an application to a provider',
  body: createIntegrationBody.meta({ id: 'IntegrationRequest' }),
  answer: checkedAnswer,
  status: 201,
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, deps) => {
    const { store, cached, vault, publicUrl } = deps;
    const application = await applicationIn(store, call);
    const { body } = call;
    const definition = definitionFor(body.provider);
    if (!definition.channels.includes(body.channel)) {
      const message = `channel: ${definition.name} sends ${definition.channels.join(' and ')}, not ${body.channel}.`;
      throw new ApiError('VALIDATION_ERROR', message, { field: 'channel' });
    }
    if ((application.integrations ?? []).length >= MAX_INTEGRATIONS) {
      const message = `An application can have at most ${MAX_INTEGRATIONS} integrations. Remove one first.`;
      throw new ApiError('VALIDATION_ERROR', message);
    }
    const id = newId();
    const now = new Date();
    const integration: Integration = {
      id,
      channel: body.channel,
      provider: definition.name,
      name: body.name ?? definition.name,
      priority: body.priority ?? DEFAULT_PRIORITY,
      perSecond: body.per_second ?? null,
      warmUp: readWarmUp(body.warm_up, { channel: body.channel }, store.now()),
      ...storeSettings(definition, body.settings ?? {}, { vault, id }),
      createdAt: now,
      updatedAt: now,
    };
    await lookupsOf(application._id, () => requireAddresses(integration, deps));
    const checked = body.check === false ? {} : await check(deps, application, integration);
    await withSendQueue(store.sendQueues, { applicationId: application._id, after: integration }, () =>
      store.applications.addIntegration(application._id, integration),
    );
    cached.clear();
    await call.record({ about: [application._id, id], after: integrationAudit(integration, vault) });
    wakeBroadcasts(deps, application._id);
    return {
      integration: integrationView(integration, {
        ...{ publicUrl, health: undefined, pause: null },
        warmUp: await warmUpView(store, integration),
      }),
      ...checked,
    };
  },
});

export const updateIntegration = route({
  id: 'updateIntegration',
  tag: 'Integrations',
  method: 'patch',
  path: `${INTEGRATIONS}/:id`,
  role: 'editor',
  audit: 'integration.update',
  summary: 'Change an integration',
  description:
    'Only the given fields change. Null removes a setting. `warm_up` replaces the plan before: broadcasts that wait look again at once, and recipients who wait in their own workflow when the next UTC day begins. With `expected_warm_up`, a change by somebody else is not overwritten.',
  body: updateIntegrationBody.meta({ id: 'IntegrationChanges' }),
  answer: checkedAnswer,
  errors: [...missingIntegration, ...SETTING_CHANGED],
  handler: async (call, deps) => {
    const { store, cached, vault, publicUrl } = deps;
    const { application, integration } = await integrationIn(store, call);
    const { changes, expected } = splitExpected(call.body);
    requirePlan(expected, integration);
    const { check: wanted, settings, warm_up: plan, ...fields } = changes;
    const changed: Integration = {
      ...integration,
      ...camelCased(fields),
      warmUp: readWarmUp(plan, integration, store.now()),
      ...(settings && changeSettings(definitionFor(integration.provider), integration, settings, vault)),
      updatedAt: new Date(),
    };
    if (settings) await lookupsOf(application._id, () => requireAddresses(changed, deps));
    const checked = wanted === false || !settings ? {} : await check(deps, application, changed);
    const change = { applicationId: application._id, before: integration, after: changed };
    const replaced = await withSendQueue(
      store.sendQueues,
      change,
      () => store.applications.replaceIntegration(application._id, changed, integration),
      async () =>
        (await store.applications.get(application._id))?.integrations?.find(({ id }) => id === changed.id),
    );
    if (!replaced) {
      requirePlan(expected, (await integrationIn(store, call)).integration);
      throw new ApiError(
        'UNAVAILABLE',
        'The integration changed during the request. Fetch it and try again.',
      );
    }
    cached.clear();
    await call.record({
      about: [application._id, integration.id],
      before: integrationAudit(integration, vault),
      after: integrationAudit(changed, vault, Object.keys(settings ?? {})),
    });
    wakeBroadcasts(deps, application._id);
    const health = replaced.health?.[changed.id];
    const pause = await pauseIn(store, replaced, integrationPause(changed.id));
    const warmUp = await warmUpView(store, changed);
    return { integration: integrationView(changed, { publicUrl, health, pause, warmUp }), ...checked };
  },
});

/** Throws a 409 if the plan of an integration is no longer as the caller read it. */
function requirePlan(
  { warm_up: read }: { warm_up?: WarmUpPlanBody | null | undefined },
  { warmUp }: Integration,
): void {
  if (read === undefined) return;
  const now = warmUp ? warmUpFields(warmUp) : null;
  // As in a change, the first day may be absent.
  const expected = read && { ...read, started_at: read.started_at ?? now?.started_at };
  requireExpected({ warm_up: expected }, { warm_up: now }, (plan) => plan);
}

/** Returns what the provider answers to the credentials. Throws a 400 if they are wrong. */
async function check(
  deps: ApiDeps,
  application: Application,
  integration: Integration,
): Promise<{ checked: string }> {
  const { ok, detail } = await checkCredentials(integration, deps, application);
  if (ok !== false) return { checked: detail };
  const message = `settings: the provider does not accept them: ${detail}. Correct them, or store them without a check.`;
  throw new ApiError('VALIDATION_ERROR', message, { field: 'settings' });
}

function definitionFor(name: string): ProviderDefinition {
  const definition = definitionOf(name);
  if (definition) return definition;
  const known = knownProviders()
    .map((one) => one.name)
    .join(', ');
  throw invalid('provider', `must be one of ${known}`);
}

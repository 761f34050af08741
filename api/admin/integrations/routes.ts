import { z } from 'zod';
import { knownProviders } from '../../../channels/catalog';
import { testIntegrationBody } from '../../../core/schemas/integration';
import { integrationPause } from '../../../core/sending/pauses';
import { answer, done } from '../../http/formats';
import { route } from '../../http/route';
import { refusePaused } from '../pauses/change';
import { pauseIn } from '../pauses/view';
import { applicationIn } from '../applications/application-in';
import { INTEGRATIONS, integrationIn, missingIntegration } from './integration-in';
import {
  integrationAudit,
  integrationSchema,
  integrationView,
  providerSchema,
  providerView,
} from './integration-view';
import { withSendQueue } from './send-queue-of';
import { wakeBroadcasts } from './wake-broadcasts';
import { warmUpView } from './warm-up-view';
import { checkCredentials, sendTest } from './test-integration';

export const listProviders = route({
  id: 'listProviders',
  tag: 'Integrations',
  method: 'get',
  path: '/admin/v1/providers',
  role: 'viewer',
  summary: 'List the providers that can be connected to, with their settings',
  answer: answer('ProvidersAnswer', { providers: z.array(providerSchema) }),
  handler: () => ({ providers: knownProviders().map(providerView) }),
});

export const listIntegrations = route({
  id: 'listIntegrations',
  tag: 'Integrations',
  method: 'get',
  path: INTEGRATIONS,
  role: 'viewer',
  summary: 'List the integrations of an application',
  answer: answer('IntegrationsAnswer', { integrations: z.array(integrationSchema) }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store, publicUrl }) => {
    const application = await applicationIn(store, call);
    const { integrations = [], health } = application;
    const views = integrations.map(async (one) => {
      const pause = await pauseIn(store, application, integrationPause(one.id));
      const warmUp = await warmUpView(store, one);
      return integrationView(one, { publicUrl, health: health?.[one.id], pause, warmUp });
    });
    return { integrations: await Promise.all(views) };
  },
});

export const getIntegration = route({
  id: 'getIntegration',
  tag: 'Integrations',
  method: 'get',
  path: `${INTEGRATIONS}/:id`,
  role: 'viewer',
  summary: 'View an integration',
  answer: answer('IntegrationAnswer', { integration: integrationSchema }),
  errors: missingIntegration,
  handler: async (call, { store, publicUrl }) => {
    const { application, integration } = await integrationIn(store, call);
    const health = application.health?.[integration.id];
    const pause = await pauseIn(store, application, integrationPause(integration.id));
    const warmUp = await warmUpView(store, integration);
    return { integration: integrationView(integration, { publicUrl, health, pause, warmUp }) };
  },
});

export const removeIntegration = route({
  id: 'removeIntegration',
  tag: 'Integrations',
  method: 'delete',
  path: `${INTEGRATIONS}/:id`,
  role: 'owner',
  audit: 'integration.remove',
  summary: 'Remove an integration',
  answer: done,
  errors: [...missingIntegration, 'PAUSED'],
  handler: async (call, deps) => {
    const { store, cached, vault } = deps;
    const { application, integration } = await integrationIn(store, call);
    const of = integrationPause(integration.id);
    refusePaused(application, of);
    await withSendQueue(
      store.sendQueues,
      { applicationId: application._id, before: integration },
      async () => {
        if (await store.applications.removeIntegration(application._id, integration.id)) return;
        // Somebody has paused it since it was read.
        refusePaused((await store.applications.get(application._id)) ?? {}, of);
      },
    );
    cached.clear();
    const before = integrationAudit(integration, vault);
    await call.record({ about: [application._id, integration.id], before });
    wakeBroadcasts(deps, application._id);
    return {};
  },
});

export const testIntegration = route({
  id: 'testIntegration',
  tag: 'Integrations',
  method: 'post',
  path: `${INTEGRATIONS}/:id/test`,
  role: 'editor',
  audit: 'integration.test',
  summary: 'Check the credentials, or send a test message',
  body: testIntegrationBody.meta({ id: 'IntegrationTest' }),
  bodyIsOptional: true,
  answer: answer('IntegrationTested', {
    ok: z.boolean().nullable().describe('Null if the provider cannot check credentials without sending.'),
    detail: z.string(),
  }),
  errors: missingIntegration,
  handler: async (call, deps) => {
    const { application, integration } = await integrationIn(deps.store, call);
    const { to } = call.body;
    const result =
      to === undefined
        ? await checkCredentials(integration, deps, application)
        : await sendTest(integration, deps, { application, to });
    await call.record({ about: [application._id, integration.id], after: { sent: to !== undefined } });
    return result;
  },
});

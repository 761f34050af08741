import type { Request, Router } from 'express';
import { catalog, definitionOf } from '../../../channels/catalog';
import type { ProviderDefinition } from '../../../channels/definition';
import { newId } from '../../../core/shared/ids';
import type { Integration } from '../../../core/sending/integration';
import {
  createIntegrationBody,
  testIntegrationBody,
  updateIntegrationBody,
} from '../../../core/schemas/integration';
import type { Application } from '../../../store/accounts/applications';
import { lookupsOf } from '../../../net/resolver/owner';
import { recordChange } from '../../http/access/audit';
import { ApiError, invalid, parse } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import { requireAddresses } from './check-addresses';
import { integrationAudit, integrationView, providerView } from './integration-view';
import { withSendQueue } from './send-queue-of';
import { changeSettings, storeSettings } from './settings-of';
import { checkCredentials, sendTest } from './test-integration';
import { camelCased } from '../../http/camel-cased';
import { resource } from '../../http/resource';
import { applicationIn } from '../applications/application-in';

/** Priority of an integration among those of its channel unless set. */
const DEFAULT_PRIORITY = 100;
/** Maximum number of integrations of one application, which are stored within it. */
const MAX_INTEGRATIONS = 100;

/** Routes of integrations: the accounts at providers through which an application's messages go out. */
export function integrationRoutes(router: Router, deps: ApiDeps): void {
  const { store, cached, vault, publicUrl } = deps;
  const viewOf = ({ health }: Application, integration: Integration) =>
    integrationView(integration, { publicUrl, health: health?.[integration.id] });

  resource(router, '/admin/v1/providers', {
    get: (_request, response) => {
      response.json({ success: true, providers: catalog.map(providerView) });
    },
  });

  resource(router, '/admin/v1/applications/:app/integrations', {
    post: async (request, response) => {
      const application = await applicationIn(store, request);
      const body = parse(createIntegrationBody, request.body);
      const definition = definitionFor(body.provider);
      if (!definition.channels.includes(body.channel)) {
        const message = `channel: ${definition.name} sends ${definition.channels.join(' and ')}, not ${body.channel}.`;
        throw new ApiError('VALIDATION_ERROR', message, { field: 'channel' });
      }
      if ((application.integrations ?? []).length >= MAX_INTEGRATIONS) {
        const message = `An application has ${MAX_INTEGRATIONS} integrations at most: remove one first.`;
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
        ...storeSettings(definition, body.settings ?? {}, { vault, id }),
        createdAt: now,
        updatedAt: now,
      };
      await lookupsOf(application._id, () => requireAddresses(integration, deps));
      const checked = await checkedUnless(body.check === false, application, integration);
      await withSendQueue(store.sendQueues, { applicationId: application._id, after: integration }, () =>
        store.applications.addIntegration(application._id, integration),
      );
      cached.clear();
      const after = integrationAudit(integration, vault);
      await recordChange(response, { about: [application._id, id], after });
      response.status(201).json({ success: true, integration: viewOf(application, integration), ...checked });
    },
    get: async (request, response) => {
      const application = await applicationIn(store, request);
      const integrations = (application.integrations ?? []).map((one) => viewOf(application, one));
      response.json({ success: true, integrations });
    },
  });

  resource(router, '/admin/v1/applications/:app/integrations/:id', {
    get: async (request, response) => {
      const { application, integration } = await integrationIn(request);
      response.json({ success: true, integration: viewOf(application, integration) });
    },
    patch: async (request, response) => {
      const { application, integration } = await integrationIn(request);
      const { check, settings, ...fields } = parse(updateIntegrationBody, request.body);
      const changed: Integration = {
        ...integration,
        ...camelCased(fields),
        ...(settings && changeSettings(definitionFor(integration.provider), integration, settings, vault)),
        updatedAt: new Date(),
      };
      if (settings) await lookupsOf(application._id, () => requireAddresses(changed, deps));
      const checked = await checkedUnless(check === false || !settings, application, changed);
      const change = { applicationId: application._id, before: integration, after: changed };
      const replaced = await withSendQueue(store.sendQueues, change, () =>
        store.applications.replaceIntegration(application._id, changed, integration),
      );
      if (!replaced) {
        await integrationIn(request);
        throw new ApiError('UNAVAILABLE', 'It changed meanwhile; look at it and try again.');
      }
      cached.clear();
      await recordChange(response, {
        about: [application._id, integration.id],
        before: integrationAudit(integration, vault),
        after: integrationAudit(changed, vault, Object.keys(settings ?? {})),
      });
      response.json({ success: true, integration: viewOf(replaced, changed), ...checked });
    },
    delete: async (request, response) => {
      const { application, integration } = await integrationIn(request);
      await withSendQueue(store.sendQueues, { applicationId: application._id, before: integration }, () =>
        store.applications.removeIntegration(application._id, integration.id),
      );
      cached.clear();
      const before = integrationAudit(integration, vault);
      await recordChange(response, { about: [application._id, integration.id], before });
      response.json({ success: true });
    },
  });

  resource(router, '/admin/v1/applications/:app/integrations/:id/test', {
    post: async (request, response) => {
      const { application, integration } = await integrationIn(request);
      const { to } = parse(testIntegrationBody, request.body ?? {});
      const result =
        to === undefined
          ? await checkCredentials(integration, deps, application)
          : await sendTest(integration, deps, { application, to });
      const after = { sent: to !== undefined };
      await recordChange(response, { about: [application._id, integration.id], after });
      response.json({ success: true, ...result });
    },
  });

  async function integrationIn(request: Request) {
    const application = await applicationIn(store, request);
    return { application, integration: integrationOf(application, String(request.params.id)) };
  }

  /** Returns what the provider answers to the credentials. Throws a 400 if they are wrong. */
  async function checkedUnless(
    skip: boolean,
    application: Application,
    integration: Integration,
  ): Promise<{ checked?: string }> {
    if (skip) return {};
    const { ok, detail } = await checkCredentials(integration, deps, application);
    if (ok !== false) return { checked: detail };
    const message = `settings: the provider does not take them: ${detail} (with "check": false they are stored all the same)`;
    throw new ApiError('VALIDATION_ERROR', message, { field: 'settings' });
  }
}

/** Returns the integration of an id, or the only one of a name. */
function integrationOf({ integrations = [] }: Application, given: string): Integration {
  const byId = integrations.find(({ id }) => id === given);
  const [found = byId, ...others] = byId ? [] : integrations.filter(({ name }) => name === given);
  if (!found) throw new ApiError('INTEGRATION_NOT_FOUND', 'This application has no such integration.');
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id }) => id).join(', ');
  throw invalid(
    'id',
    `must be the id of one of the ${others.length + 1} integrations named ${given}: ${ids}`,
  );
}

function definitionFor(name: string): ProviderDefinition {
  const definition = definitionOf(name);
  if (definition) return definition;
  const known = catalog.map((one) => one.name).join(', ');
  throw invalid('provider', `must be one of ${known}`);
}

import express from 'express';
import type { Request, RequestHandler, Router } from 'express';
import { definitionOf } from '../../channels/catalog';
import type { ReceiptReader } from '../../channels/receipts';
import { withCallbackUrl } from '../../channels/receipts-address';
import type { Integration } from '../../core/integration';
import type { Application } from '../../store/applications';
import { ApiError } from '../api-error';
import type { ApiDeps } from '../deps';
import { openSettings } from '../integrations/settings-of';
import { applyOptChanges } from '../receipts/apply-opt-changes';
import { applyReceipts } from '../receipts/apply-receipts';
import { receiptRequest } from '../receipts/receipt-request';
import { resource } from '../resource';

/** More than the largest batch that a provider documents. */
const LARGEST_CALLBACK = '5mb';

/** Where providers report what became of messages. Their signatures stand in place of an API key. */
export function receiptRoutes(router: Router, deps: ApiDeps): void {
  const { log, publicUrl } = deps;

  const take: RequestHandler = async (request, response) => {
    const { application, integration } = await integrationIn(deps, request);
    const read = readerOf(deps, integration);
    const reading = await read(receiptRequest(request, publicUrl));
    if (reading.kind !== 'read') {
      const { kind, reason } = reading;
      log.warn(
        { integrationId: integration.id, provider: integration.provider, reason },
        `a callback is ${kind}`,
      );
      throw ERRORS[kind]();
    }
    await applyReceipts(deps, reading.receipts, application._id);
    await applyOptChanges(deps, application, reading.optChanges ?? []);
    if (reading.answer) response.type(reading.answer.contentType).send(reading.answer.body);
    else response.json({ success: true });
  };
  const body = express.raw({ type: () => true, limit: LARGEST_CALLBACK });
  const path = '/receipts/:provider/:integration';
  router.post(path, body);
  resource(router, path, { get: take, post: take });
}

/** The reasons are the operator's and stay in the log: who cannot sign learns nothing. */
const ERRORS = {
  refused: () => new ApiError('UNAUTHORIZED', 'This callback cannot be verified.'),
  malformed: () => new ApiError('VALIDATION_ERROR', 'This callback cannot be understood.'),
  later: () =>
    new ApiError(
      'UNAVAILABLE',
      'This callback cannot be verified now; try again.',
      {},
      { 'Retry-After': '60' },
    ),
};

async function integrationIn(
  { cached }: ApiDeps,
  request: Request,
): Promise<{ application: Application; integration: Integration }> {
  const { provider, integration: id } = request.params;
  const application = await cached.applicationOf(String(id));
  const integration = application?.integrations?.find((one) => one.id === id && one.provider === provider);
  if (!application || !integration) {
    throw new ApiError('INTEGRATION_NOT_FOUND', 'There is no such integration of this provider.');
  }
  return { application, integration };
}

function readerOf({ vault, providerTools }: ApiDeps, integration: Integration): ReceiptReader {
  const definition = definitionOf(integration.provider);
  if (!definition?.receipts) {
    throw new ApiError('INTEGRATION_NOT_FOUND', 'This provider reports nothing here.');
  }
  const stored = openSettings(integration, vault) ?? {};
  const settings = definition.settings.safeParse(
    withCallbackUrl(definition, stored, integration, providerTools),
  );
  if (settings.success) return definition.receipts(settings.data, providerTools, integration.channel);
  return () => ({
    kind: 'refused',
    reason: 'the settings of this integration cannot be read: set it up again',
  });
}

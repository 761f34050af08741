import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { promisify } from 'node:util';
import { definitionOf } from '../../channels/catalog';
import { type ProviderDefinition, LARGEST_CALLBACK } from '../../channels/definition';
import type { ReceiptReader } from '../../channels/receipts/receipts';
import { withCallbackUrl } from '../../channels/receipts/address';
import type { Integration } from '../../core/sending/integration';
import { lookupsOf } from '../../net/resolver/owner';
import { applyReceipts, MessageChangedError } from '../../store/receipts/apply-receipts';
import { ApiError, unavailable } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { openSettings } from '../admin/integrations/settings-of';
import { bodyWithin, refuseLength } from '../http/middleware/body-within';
import { applyOptChanges } from './apply-opt-changes';
import { createBodyBudget } from './body-budget';
import { receiptRequest } from './receipt-request';
import { resource } from '../http/resource';

/** Maximum number of largest callbacks of one integration that are read at once. */
const LARGEST_AT_ONCE = 4;

/** Routes where providers report what became of messages. Their signatures replace an API key. */
export function receiptRoutes(router: Router, deps: ApiDeps): void {
  const { log, publicUrl } = deps;

  const take: RequestHandler = async (request, response) => {
    const { application, integration, definition } = await integrationIn(deps, request);
    response.locals.by = application._id;
    if (request.method === 'POST') await readBody(request, response, integration.id, definition);
    const read = readerOf(deps, integration, definition);
    const reading = await lookupsOf(application._id, () => read(receiptRequest(request, publicUrl)));
    if (reading.kind !== 'read') {
      const { kind, reason } = reading;
      log.warn(
        { integrationId: integration.id, provider: integration.provider, reason },
        `a callback is ${kind}`,
      );
      throw ERRORS[kind]();
    }
    const from = { applicationId: application._id, integrationId: integration.id };
    await applyReceipts(deps, reading.receipts, from).catch((error: unknown) => {
      throw error instanceof MessageChangedError ? ERRORS.changed() : error;
    });
    await applyOptChanges(deps, { application, provider: integration.provider }, reading.optChanges ?? []);
    if (reading.answer) response.type(reading.answer.contentType).send(reading.answer.body);
    else response.json({ success: true });
  };
  const withinBudget = createBodyBudget();
  const readBody = async (
    request: Request,
    response: Response,
    id: string,
    { largestCallback: limit = LARGEST_CALLBACK }: ProviderDefinition,
  ): Promise<void> => {
    refuseLength(request, limit);
    const length = request.get('content-encoding') === undefined ? request.get('content-length') : undefined;
    const bytes = Math.min(Number(length ?? limit), limit);
    const read = bodyWithin(limit, express.raw({ type: () => true, limit }));
    return withinBudget({ id, bytes, most: LARGEST_AT_ONCE * limit }, () =>
      promisify<void>((done) => void read(request, response, done))(),
    );
  };
  resource(router, '/receipts/:provider/:integration', { get: take, post: take });
}

/** Answers without the reasons. These are for the operator and only in the log. */
const ERRORS = {
  refused: () => new ApiError('UNAUTHORIZED', 'This callback cannot be verified.'),
  malformed: () => new ApiError('VALIDATION_ERROR', 'This callback cannot be parsed.'),
  changed: () => unavailable('The message changed several times during the request. Try again.', 1),
  later: () => unavailable('This callback cannot be verified now. Try again.', 60),
};

async function integrationIn({ cached }: ApiDeps, request: Request) {
  const { provider, integration: id } = request.params;
  const application = await cached.applicationOf(String(id));
  const integration = application?.integrations?.find((one) => one.id === id && one.provider === provider);
  if (!application || !integration) {
    throw new ApiError('INTEGRATION_NOT_FOUND', 'This provider has no integration with this id.');
  }
  const definition = definitionOf(integration.provider);
  if (!reports(definition))
    throw new ApiError('INTEGRATION_NOT_FOUND', 'This provider sends no callbacks to this service.');
  return { application, integration, definition };
}

type ReportingProvider = ProviderDefinition & Required<Pick<ProviderDefinition, 'receipts'>>;
const reports = (definition?: ProviderDefinition): definition is ReportingProvider =>
  definition?.receipts !== undefined;

function readerOf(
  { vault, providerTools }: ApiDeps,
  integration: Integration,
  definition: ReportingProvider,
): ReceiptReader {
  const stored = openSettings(integration, vault) ?? {};
  const settings = definition.settings.safeParse(
    withCallbackUrl(definition, stored, integration, providerTools),
  );
  if (settings.success) return definition.receipts(settings.data, providerTools, integration.channel);
  const reason = 'the settings of this integration cannot be read; set them again';
  return () => ({ kind: 'refused', reason });
}

import type { Request, Response, Router } from 'express';
import { contactKeys } from '../../core/contacts/keys';
import type { SuppressionReason } from '../../core/receipts/suppression';
import {
  addSuppressionBody,
  liftSuppressionBody,
  liftSuppressionQuery,
  suppressionQuery,
} from '../../core/schemas/suppression';
import { inOrder } from '../../store/suppressions/reasons';
import { type AddressOf, idsOf, keyOf, suppress, suppressionOf } from '../../store/suppressions/suppress';
import type { Suppression } from '../../store/suppressions/suppressions';
import { recordChange } from '../http/access/audit';
import { ApiError, parse } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { resource } from '../http/resource';
import { applicationIn, noApplication } from './applications';

/** Routes that list, add and remove suppressed addresses. */
export function suppressionRoutes(router: Router, deps: ApiDeps): void {
  const { store, cached } = deps;
  const path = '/admin/v1/applications/:app/suppressions';

  resource(router, path, {
    get: async (request, response) => {
      const application = await applicationIn(store, request);
      const { environment, limit, offset, of } = parse(suppressionQuery, request.query);
      const scope = { applicationId: application._id, environment };
      const found = of
        ? [await suppressionOf(deps, application, { scope, ...of })]
        : await store.suppressions.list({ scope, limit, offset });
      const suppressions = found.filter((one) => one !== null).map(suppressionView);
      response.json({ success: true, suppressions, limit, offset });
    },
    post: async (request, response) => {
      const application = await applicationIn(store, request);
      const { environment, detail = null, ...of } = parse(addSuppressionBody, request.body);
      const address = { scope: { applicationId: application._id, environment }, ...of };
      const contactId = await ownerOf(address);
      const why = { reason: 'manual', detail, notificationId: null, contactId } as const;
      const done = await suppress(deps, address, why);
      if (!done) throw noApplication();
      cached.clear();
      const there = await store.suppressions.get([done.id]);
      if (!there) throw notSuppressed();
      await recordChange(response, { about: [application._id, there._id], after: auditView(there) });
      response.status(done.isNew ? 201 : 200).json({ success: true, suppression: suppressionView(there) });
    },
    delete: async (request, response) => {
      const application = await applicationIn(store, request);
      const { environment, reason, ...address } = parse(liftSuppressionBody, request.body);
      const of = { scope: { applicationId: application._id, environment }, ...address };
      const found = await suppressionOf(deps, application, of);
      const key = application.suppressionKey && keyOf(deps.vault, application.suppressionKey, of.scope);
      await lift(response, found, { reason, ids: key ? idsOf(key, of) : [] });
    },
  });

  resource(router, `${path}/:id`, {
    delete: async (request: Request, response) => {
      const application = await applicationIn(store, request);
      const { reason } = parse(liftSuppressionQuery, request.query);
      const ids = [String(request.params.id)];
      const found = await store.suppressions.get(ids);
      await lift(response, found?.applicationId === application._id ? found : null, { reason, ids });
    },
  });

  /** Lifts one reason, or all. Answers with what is left. */
  async function lift(
    response: Response,
    found: Suppression | null,
    { reason, ids }: { reason: SuppressionReason | 'all' | undefined; ids: string[] },
  ): Promise<void> {
    if (!found) throw notSuppressed();
    const reasons = inOrder(found.reasons);
    if (reason === undefined && reasons.length > 1) {
      const names = reasons.map(([name]) => name).join(', ');
      const message = `reason is missing: this suppression has several reasons (${names}). Name one of them, or all.`;
      throw new ApiError('VALIDATION_ERROR', message, { field: 'reason' });
    }
    const lifted = reasons.filter(([name]) => reason === undefined || reason === 'all' || reason === name);
    let isLifted = false;
    for (const id of ids) {
      for (const [name, { at }] of lifted)
        isLifted = (await store.suppressions.lift(id, name, at)) || isLifted;
    }
    if (!isLifted) throw notSuppressed();
    cached.clear();
    const left = await store.suppressions.get(ids);
    await recordChange(response, {
      about: [found.applicationId, found._id],
      before: auditView(found),
      ...(left && { after: auditView(left) }),
    });
    response.json({ success: true, suppression: left && suppressionView(left) });
  }

  /** Returns who owns the address now. The erasure of that contact leaves only the hash, even if it gave up the address. */
  async function ownerOf({ scope, channel, address }: AddressOf): Promise<string | null> {
    const keys = contactKeys(scope, { kind: channel === 'email' ? 'email' : 'phone', value: address });
    return (await store.contacts.findByKeys(keys))[0]?._id ?? null;
  }
}

const notSuppressed = (): ApiError =>
  new ApiError('SUPPRESSION_NOT_FOUND', 'This application has no such suppression.');

/** Has neither the address nor the details, because the audit log outlives them. */
const auditView = ({ _id: id, environment, channel, reasons }: Suppression) => {
  const [[reason] = ['manual'], ...others] = inOrder(reasons);
  return {
    id,
    environment,
    channel,
    reason,
    ...(others.length > 0 && { others: others.map(([one]) => one) }),
  };
};

export const suppressionView = (suppression: Suppression) => ({
  id: suppression._id,
  environment: suppression.environment,
  channel: suppression.channel,
  /** Null once its contact was erased. */
  address: suppression.address,
  reason: suppression.reason,
  detail: suppression.detail,
  notification_id: suppression.notificationId,
  created_at: suppression.createdAt.toISOString(),
  /** The oldest first. The first is also in the fields above. */
  reasons: inOrder(suppression.reasons).map(([reason, { at, detail, notificationId }]) => ({
    reason,
    at: at.toISOString(),
    detail,
    notification_id: notificationId,
  })),
});

import type { Request, Response, Router } from 'express';
import { contactKey } from '../../core/contacts/keys';
import { addSuppressionBody, liftSuppressionBody, suppressionQuery } from '../../core/schemas/suppression';
import { type AddressOf, suppress, suppressionOf } from '../../store/suppressions/suppress';
import type { Suppression } from '../../store/suppressions/suppressions';
import { recordChange } from './access/audit';
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
      const { suppression, isNew } = done;
      const there = isNew ? suppression : ((await store.suppressions.get(suppression._id)) ?? suppression);
      await recordChange(response, { about: [application._id, there._id], after: auditView(there) });
      response.status(isNew ? 201 : 200).json({ success: true, suppression: suppressionView(there) });
    },
    delete: async (request, response) => {
      const application = await applicationIn(store, request);
      const { environment, ...of } = parse(liftSuppressionBody, request.body);
      const scope = { applicationId: application._id, environment };
      await lift(response, await suppressionOf(deps, application, { scope, ...of }));
      response.json({ success: true });
    },
  });

  resource(router, `${path}/:id`, {
    delete: async (request: Request, response) => {
      const application = await applicationIn(store, request);
      const found = await store.suppressions.get(String(request.params.id));
      await lift(response, found?.applicationId === application._id ? found : null);
      response.json({ success: true });
    },
  });

  async function lift(response: Response, found: Suppression | null): Promise<void> {
    if (!found || !(await store.suppressions.lift(found._id, found.reason, found.at ?? found.createdAt))) {
      throw new ApiError('SUPPRESSION_NOT_FOUND', 'This application has no such suppression.');
    }
    cached.clear();
    await recordChange(response, { about: [found.applicationId, found._id], before: auditView(found) });
  }

  /** Returns who owns the address now. The erasure of that contact leaves only the hash, even if it gave up the address. */
  async function ownerOf({ scope, channel, address }: AddressOf): Promise<string | null> {
    const key = contactKey(scope, { kind: channel === 'email' ? 'email' : 'phone', value: address });
    return (await store.contacts.findByKeys([key]))[0]?._id ?? null;
  }
}

/** Has neither the address nor the detail, because the audit log outlives them. */
const auditView = ({ _id: id, environment, channel, reason }: Suppression) => {
  return { id, environment, channel, reason };
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
});

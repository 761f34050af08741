import { z } from 'zod';
import { addSuppressionBody, suppressionFilters, suppressionQuery } from '../../../core/schemas/suppression';
import { contactsAt } from '../../../store/contacts/at-address';
import { suppress, suppressionOf } from '../../../store/suppressions/suppress';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { applicationIn, noApplication } from '../applications/application-in';
import { notSuppressed } from './lift';
import { suppressionAudit, suppressionSchema, suppressionView } from './view';

const SUPPRESSIONS = '/admin/v1/applications/:app/suppressions';

export const listSuppressions = route({
  id: 'listSuppressions',
  tag: 'Suppressions',
  method: 'get',
  path: SUPPRESSIONS,
  role: 'viewer',
  summary: 'List the suppressed addresses, or look up one',
  description: '`channel` and `address` go together.',
  query: suppressionQuery,
  shown: { query: suppressionFilters },
  answer: answer('SuppressionsAnswer', {
    suppressions: z.array(suppressionSchema),
    limit: z.int(),
    offset: z.int(),
  }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, deps) => {
    const application = await applicationIn(deps.store, call);
    const { environment, of, limit, offset } = call.query;
    const scope = { applicationId: application._id, environment };
    const found = of
      ? [await suppressionOf(deps, application, { scope, ...of })]
      : await deps.store.suppressions.list({ scope, limit, offset });
    const suppressions = found.filter((one) => one !== null).map(suppressionView);
    return { suppressions, limit, offset };
  },
});

export const addSuppression = route({
  id: 'addSuppression',
  tag: 'Suppressions',
  method: 'post',
  path: SUPPRESSIONS,
  role: 'editor',
  audit: 'suppression.add',
  summary: 'Suppress an address',
  description: '200: an operator has suppressed it already.',
  body: addSuppressionBody.meta({ id: 'SuppressionRequest' }),
  answer: answer('SuppressionAnswer', { suppression: suppressionSchema }),
  status: [200, 201],
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, deps) => {
    const { store, cached } = deps;
    const application = await applicationIn(store, call);
    const { environment, detail = null, ...of } = call.body;
    const address = { scope: { applicationId: application._id, environment }, ...of };
    // The erasure of who owns the address now leaves only the hash, also if that contact gave up the address.
    const [owner] = await contactsAt(store, address);
    const contactId = owner?._id ?? null;
    const why = { reason: 'manual', detail, notificationId: null, contactId } as const;
    const added = await suppress(deps, address, why);
    if (!added) throw noApplication();
    cached.clear();
    const there = await store.suppressions.get([added.id]);
    if (!there) throw notSuppressed();
    await call.record({ about: [application._id, there._id], after: suppressionAudit(there) });
    if (added.isNew) call.response.status(201);
    return { suppression: suppressionView(there) };
  },
});

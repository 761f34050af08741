import { z } from 'zod';
import { deleteTenantBody, putTenantBody, tenantsQuery } from '../../../core/schemas/tenants';
import { tenantId } from '../../../core/tenants/id';
import type { Application } from '../../../store/accounts/applications';
import type { Store } from '../../../store/store';
import { type StoredTenant, tenantKey } from '../../../store/tenants/tenants';
import { ApiError, invalid } from '../../http/api-error';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { applicationIn } from '../applications/application-in';
import { readTenant } from './read-tenant';
import { tenantAnswer, tenantAudit, tenantSchema, tenantView } from './view';

const TENANTS = '/admin/v1/applications/:app/tenants';
const TENANT = `${TENANTS}/:tenant` as const;
const missingTenant = ['APPLICATION_NOT_FOUND', 'TENANT_NOT_FOUND'] as const;

/** Maximum number of tenants of an application. */
const MOST_TENANTS = 10_000;

export const listTenants = route({
  id: 'listTenants',
  tag: 'Tenants',
  method: 'get',
  path: TENANTS,
  role: 'viewer',
  summary: 'List the tenants of an application',
  description: 'In the order of their ids.',
  query: tenantsQuery,
  answer: answer('TenantsAnswer', {
    tenants: z.array(tenantSchema),
    next: z.string().nullable().describe('`after` of the next page. Null: this page is the last.'),
  }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const { _id } = await applicationIn(store, call);
    const found = await store.tenants.list(_id, call.query);
    const isFull = found.length === call.query.limit;
    return { tenants: found.map(tenantView), next: isFull ? (found.at(-1)?.id ?? null) : null };
  },
});

export const getTenant = route({
  id: 'getTenant',
  tag: 'Tenants',
  method: 'get',
  path: TENANT,
  role: 'viewer',
  summary: 'View a tenant',
  answer: tenantAnswer,
  errors: missingTenant,
  handler: async (call, { store }) => {
    const application = await applicationIn(store, call);
    return { tenant: tenantView(await tenantIn(store, application, call)) };
  },
});

export const putTenant = route({
  id: 'putTenant',
  tag: 'Tenants',
  method: 'put',
  path: TENANT,
  role: 'editor',
  audit: 'tenant.put',
  summary: 'Create or replace a tenant',
  description: '201: it is new. What the body leaves out is as without a tenant.',
  body: putTenantBody.meta({ id: 'TenantRequest' }),
  answer: tenantAnswer,
  status: [200, 201],
  errors: ['APPLICATION_NOT_FOUND', 'SENDER_UNVERIFIED', 'TENANTS_FULL'],
  handler: async (call, { store, cached }) => {
    const application = await applicationIn(store, call);
    const id = tenantId.safeParse(call.params.tenant);
    if (!id.success) throw invalid('tenant', id.error.issues[0]!.message);
    const settings = readTenant(application, call.body);
    const { before, after } = await putInto(store.tenants, application._id, { id: id.data, ...settings });
    cached.clear();
    await call.record({
      about: [application._id, after.id],
      ...(before && { before: tenantAudit(before) }),
      after: tenantAudit(after),
    });
    if (!before) call.response.status(201);
    return { tenant: tenantView(after) };
  },
});

export const deleteTenant = route({
  id: 'deleteTenant',
  tag: 'Tenants',
  method: 'delete',
  path: TENANT,
  role: 'owner',
  audit: 'tenant.delete',
  summary: 'Delete a tenant',
  description: 'Refused while it has open notifications, unless `force` is true. Their messages then fail.',
  body: deleteTenantBody.meta({ id: 'TenantDeletion' }),
  answer: answer('TenantDeleted', { open: z.int().min(0).describe('Its open notifications.') }),
  errors: [...missingTenant, 'TENANT_IN_USE'],
  handler: async (call, { store, cached }) => {
    const application = await applicationIn(store, call);
    const { _id } = application;
    const tenant = await tenantIn(store, application, call);
    const { force } = call.body;
    const refuseUsed = (open: number): void => {
      if (open === 0 || force) return;
      const message = `The tenant has ${open} open ${open === 1 ? 'notification' : 'notifications'}. Wait until they end, cancel them, or delete with "force": true to let them fail.`;
      throw new ApiError('TENANT_IN_USE', message);
    };
    refuseUsed(await store.operators.countOpenOf(_id, tenant.id));
    await store.tenants.remove(_id, tenant.id);
    cached.clear();
    // A send may have been accepted in between.
    const open = await store.operators.countOpenOf(_id, tenant.id);
    if (open > 0 && !force) await store.tenants.insert(tenant);
    refuseUsed(open);
    await call.record({ about: [_id, tenant.id], before: tenantAudit(tenant) });
    return { open };
  },
});

/** Writes a tenant. Returns it as it was before, null if it is new, and as it is after. */
async function putInto(
  tenants: Store['tenants'],
  applicationId: string,
  { id, ...settings }: Omit<StoredTenant, '_id' | 'applicationId' | 'createdAt' | 'updatedAt'>,
): Promise<{ before: StoredTenant | null; after: StoredTenant }> {
  const now = new Date();
  const before = await tenants.get(applicationId, id);
  const replaced = before && (await tenants.replace(applicationId, id, { ...settings, updatedAt: now }));
  if (replaced) return { before, after: replaced };
  if ((await tenants.count(applicationId)) >= MOST_TENANTS) {
    const message = `The application has ${MOST_TENANTS} tenants, the maximum. Delete one first.`;
    throw new ApiError('TENANTS_FULL', message);
  }
  const of = { _id: tenantKey(applicationId, id), applicationId, createdAt: now, updatedAt: now };
  const after = { ...of, id, ...settings };
  if (await tenants.insert(after)) return { before: null, after };
  // Another request was faster.
  return putInto(tenants, applicationId, { id, ...settings });
}

async function tenantIn(
  { tenants }: Store,
  { _id }: Application,
  { params }: { params: { tenant: string } },
): Promise<StoredTenant> {
  const found = await tenants.get(_id, params.tenant);
  if (found) return found;
  throw new ApiError('TENANT_NOT_FOUND', 'This application has no tenant with this id.');
}

import { nearest } from '../../core/shared/suggestion';
import { forTenant } from '../../core/tenants/integrations';
import type { Tenant } from '../../core/tenants/tenant';
import type { Application } from '../../store/accounts/applications';
import type { SendDeps } from '../deps';
import { ApiError } from '../http/api-error';

/** Ids on each side of an unknown one among which the one that was meant is searched. */
const NEAR = 500;

/** The tenant of a send, and the application as its messages see it. */
export interface ForTenant {
  application: Application;
  /** Null: the send names none. */
  tenant: Tenant | null;
}

/** Reads the tenant that a body names. Throws a 400 if the application has none with this id (TENANT-7). */
export async function tenantOf(
  { cached, store }: Pick<SendDeps, 'cached' | 'store'>,
  application: Application,
  id: string | undefined,
): Promise<ForTenant> {
  if (id === undefined) return { application, tenant: null };
  const { _id, name } = application;
  const tenant = await cached.tenant(_id, id);
  if (tenant) return { application: forTenant(application, tenant), tenant };
  const meant = nearest(id, await store.tenants.near(_id, id, NEAR));
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const message = `The application ${name} has no tenant "${id}".${hint}`;
  throw new ApiError('VALIDATION_ERROR', message, { field: 'tenant' });
}

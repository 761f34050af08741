import { type Candidate, SANDBOX, SERVICE_SMTP } from '../sending/candidates';
import type { Integration } from '../sending/integration';
import type { Origin } from '../sending/origin';
import { type Channel, CHANNELS } from '../shared/channels';
import type { Tenant } from './tenant';

/** Returns the integrations of a channel that a tenant selects and that exist, in its order; empty: it selects none of them. */
export function selectedBy(
  tenant: Pick<Tenant, 'integrations'> | null,
  integrations: readonly Integration[],
  channel: Channel,
): Integration[] {
  const ids = tenant?.integrations[channel] ?? [];
  return ids.flatMap((id) => integrations.find((one) => one.id === id && one.channel === channel) ?? []);
}

/**
 * Returns an application as a tenant's messages see it: of a channel whose integrations the tenant selects, it has only these,
 * in the tenant's order (TENANT-6).
 */
export function forTenant<A extends { integrations?: Integration[] }>(
  application: A,
  tenant: Pick<Tenant, 'integrations'> | null,
): A {
  if (!tenant) return application;
  const { integrations = [] } = application;
  const selected = CHANNELS.flatMap((channel) => {
    const own = selectedBy(tenant, integrations, channel);
    return own.length > 0
      ? own.map((one, priority) => ({ ...one, priority }))
      : integrations.filter((one) => one.channel === channel);
  });
  return { ...application, integrations: selected };
}

/** Returns who chose the provider of an attempt. The application still has all of its integrations. */
export function integrationOrigin(
  { id }: Pick<Candidate, 'id'>,
  of: { tenant: Tenant; integrations: readonly Integration[]; channel: Channel },
): Origin {
  if (id === SANDBOX || id === SERVICE_SMTP) return 'service';
  return selectedBy(of.tenant, of.integrations, of.channel).length > 0 ? 'tenant' : 'application';
}

import { type Finding, findingsOf } from '../../../core/doctor/finding';
import { resolveSender } from '../../../core/sending/sender';
import { CHANNELS } from '../../../core/shared/channels';
import { SENDER_CHANNELS, type Tenant } from '../../../core/tenants/tenant';
import type { Application } from '../../../store/accounts/applications';
import type { ApiDeps } from '../../deps';

/** Tenants of an application that are checked, in the order of their ids. */
const MOST_CHECKED = 1000;
/** Findings about tenants of one application. */
const MOST_FINDINGS = 10;

/** Returns what tenants name and the application no longer has: verified senders and integrations. */
export async function tenantFindings(application: Application, { store }: ApiDeps): Promise<Finding[]> {
  const tenants = await store.tenants.list(application._id, { limit: MOST_CHECKED });
  return tenants
    .flatMap((tenant) => [...unverified(application, tenant), ...removed(application, tenant)])
    .slice(0, MOST_FINDINGS);
}

function unverified(application: Application, { id, sender }: Tenant): Finding[] {
  const { problem } = findingsOf(`application ${application.name}`);
  return SENDER_CHANNELS.flatMap((channel) => {
    const tenant = sender[channel];
    if (tenant === undefined) return [];
    const resolved = resolveSender(application, channel, { requested: null, tenant, event: undefined });
    if (resolved.ok) return [];
    const words = `Sends of the tenant ${id} over ${channel} are refused. ${resolved.message}`;
    return [
      problem(words, `Add the sender (heliograph senders add), or change it (heliograph tenants set ${id}).`),
    ];
  });
}

function removed(
  { name, integrations: existing = [] }: Application,
  { id, integrations }: Tenant,
): Finding[] {
  const { warning } = findingsOf(`application ${name}`);
  return CHANNELS.flatMap((channel) => {
    const order = integrations[channel] ?? [];
    const gone = order.filter((one) => !existing.some((integration) => integration.id === one));
    if (gone.length === 0) return [];
    const instead =
      gone.length === order.length ? 'the integrations of the application' : 'the others that it selects';
    const words = `Integrations that the tenant ${id} selects for ${channel} were removed. Its messages use ${instead}.`;
    return [warning(words, `Select others: heliograph tenants set ${id} --file FILE.`)];
  });
}

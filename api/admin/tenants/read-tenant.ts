import type { z } from 'zod';
import type { putTenantBody } from '../../../core/schemas/tenants';
import { integrationsOf } from '../../../core/sending/integration';
import { resolveSender } from '../../../core/sending/sender';
import { type Channel, CHANNELS } from '../../../core/shared/channels';
import { nearest } from '../../../core/shared/suggestion';
import { SENDER_CHANNELS, type Tenant } from '../../../core/tenants/tenant';
import type { Application } from '../../../store/accounts/applications';
import { ApiError, invalid } from '../../http/api-error';

type Body = z.output<typeof putTenantBody>;

/** Returns what a body says of a tenant. Throws a 400 for a sender that is not verified, and for an unknown integration. */
export function readTenant(application: Application, body: Body): Omit<Tenant, 'id'> {
  const { name, brand = {}, sender = {}, integrations = {}, variables = {} } = body;
  for (const channel of SENDER_CHANNELS) {
    const tenant = sender[channel];
    if (tenant === undefined) continue;
    const verified = resolveSender(application, channel, { requested: null, tenant, event: undefined });
    if (!verified.ok)
      throw new ApiError('SENDER_UNVERIFIED', verified.message, { field: `sender.${channel}` });
  }
  const orders = CHANNELS.flatMap((channel) => {
    const order = integrations[channel];
    return order ? [[channel, idsOf(application, channel, order)]] : [];
  });
  return {
    ...{ name, brand, sender },
    integrations: Object.fromEntries(orders) as Tenant['integrations'],
    variables: JSON.stringify(variables),
  };
}

/** Returns the ids of integrations that are named by their ids or names. */
function idsOf(
  { name, integrations = [] }: Application,
  channel: Channel,
  order: readonly string[],
): string[] {
  const own = integrationsOf(integrations, channel);
  const ids = order.map((given, index) => {
    const byId = own.find(({ id }) => id === given);
    const named = byId ? [byId] : own.filter((one) => one.name === given);
    const field = `integrations.${channel}[${index}]`;
    if (named.length > 1)
      throw invalid(field, `must be an id, because ${named.length} integrations have this name`);
    if (named[0]) return named[0].id;
    const near = nearest(
      given,
      own.map((one) => one.name),
    );
    const meant = near === undefined ? '' : ` (did you mean "${near}"?)`;
    throw invalid(field, `must be the id or name of an integration of ${name} for ${channel}${meant}`);
  });
  return [...new Set(ids)];
}

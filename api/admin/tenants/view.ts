import { z } from 'zod';
import { brand } from '../../../core/sending/brand-shape';
import { CHANNELS } from '../../../core/shared/channels';
import { SENDER_CHANNELS } from '../../../core/tenants/tenant';
import type { StoredTenant } from '../../../store/tenants/tenants';
import { answer, timestamp } from '../../http/formats';

/** A tenant as operators see it. */
export const tenantSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    brand: brand.unwrap(),
    sender: z
      .partialRecord(z.enum(SENDER_CHANNELS), z.string())
      .describe('Senders by channel. A channel without one has the sender of any send.'),
    integrations: z
      .partialRecord(z.enum(CHANNELS), z.array(z.string()))
      .describe('Ids of integrations by channel, in the order of attempts.'),
    variables: z.record(z.string(), z.unknown()).describe('`tenant.*` in templates.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Tenant', description: 'A customer of an application, in whose name messages are sent.' });

export const tenantAnswer = answer('TenantAnswer', { tenant: tenantSchema });

export const tenantView = (tenant: StoredTenant): z.output<typeof tenantSchema> => ({
  id: tenant.id,
  name: tenant.name,
  brand: tenant.brand,
  sender: tenant.sender,
  integrations: tenant.integrations,
  variables: JSON.parse(tenant.variables) as Record<string, unknown>,
  created_at: tenant.createdAt.toISOString(),
  updated_at: tenant.updatedAt.toISOString(),
});

/** Has only the names of the variables, because the audit log outlives them. */
export function tenantAudit(tenant: StoredTenant) {
  const { created_at: _created, updated_at: _updated, variables, ...shown } = tenantView(tenant);
  return { ...shown, variables: Object.keys(variables) };
}

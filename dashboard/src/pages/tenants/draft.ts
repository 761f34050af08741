import { type BrandDraft, brandDraftOf, brandIn, jsonOf } from '../../parts/brand-draft';
import type { Integration } from '../../api/types';
import type { Tenant, TenantRequest } from './queries';

/** A tenant as the fields of a form have it. */
export interface Draft {
  id: string;
  name: string;
  email: string;
  sms: string;
  whatsapp: string;
  /** Ids by channel, in the order of attempts. */
  integrations: Partial<Record<Integration['channel'], string[]>>;
  /** JSON text. */
  variables: string;
  brand: BrandDraft;
}

/** Returns a tenant as a form begins with it. */
export const draftOf = (tenant: Tenant | null): Draft => ({
  id: tenant?.id ?? '',
  name: tenant?.name ?? '',
  email: tenant?.sender.email ?? '',
  sms: tenant?.sender.sms ?? '',
  whatsapp: tenant?.sender.whatsapp ?? '',
  integrations: tenant?.integrations ?? {},
  variables:
    Object.keys(tenant?.variables ?? {}).length > 0 ? JSON.stringify(tenant?.variables, null, 2) : '',
  brand: brandDraftOf(tenant?.brand ?? {}),
});

/** Returns the tenant that a form means. The API says what is wrong in it. */
export function tenantIn(draft: Draft): TenantRequest {
  const { name, email, sms, whatsapp, integrations, variables, brand } = draft;
  const senders = Object.entries({ email, sms, whatsapp }).map(([channel, value]) => [channel, value.trim()]);
  return {
    name: name.trim(),
    brand: brandIn(brand),
    sender: Object.fromEntries(senders.filter(([, value]) => value !== '')) as TenantRequest['sender'],
    integrations: Object.fromEntries(Object.entries(integrations).filter(([, ids]) => ids.length > 0)),
    ...(variables.trim() !== '' && { variables: jsonOf(variables) as TenantRequest['variables'] }),
  };
}

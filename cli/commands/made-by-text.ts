import type { MadeBy } from '../../api/admin/answers';

/** A provider, and which one of its integrations it was; many are named like their provider. */
export function madeByText({ provider, provider_id: id, integration }: MadeBy): string | null {
  const which = integration === provider ? id : (integration ?? id);
  return provider === null || which === null || which === provider ? provider : `${provider} (${which})`;
}

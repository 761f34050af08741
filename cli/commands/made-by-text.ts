import type { MadeBy } from '../../api/admin/answers';

/** Returns the provider and its integration. The id replaces a name that only repeats the provider's. */
export function madeByText({ provider, provider_id: id, integration }: MadeBy): string | null {
  const which = integration === provider ? id : (integration ?? id);
  return provider === null || which === null || which === provider ? provider : `${provider} (${which})`;
}

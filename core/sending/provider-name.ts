/** A provider as texts name it. */
export interface NamedProvider {
  /** Its kind, such as `smtp`; null: none was called. */
  provider?: string | null;
  /** Id of the integration, or what stands for one, such as `service_smtp`. */
  id?: string | null;
  /** Name of the integration; absent: there is none, or none any more. */
  name?: string | null;
}

/**
 * Returns the provider with the name of its integration: `smtp (relay-main)`. A name that repeats the provider's is left out,
 * and the id is there only if there is no name. Null if nothing is known.
 */
export function providerName({ provider, id, name }: NamedProvider): string | null {
  const which = name ?? id ?? null;
  if (!provider) return which;
  return which === null || which === provider ? provider : `${provider} (${which})`;
}

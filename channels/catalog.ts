import { smtp } from './email/smtp-definition';
import type { ProviderDefinition } from './definition';

/** Every provider that an application can be connected to. */
export const catalog: readonly ProviderDefinition[] = [smtp];

/** The definition of that name, undefined where there is none. */
export const definitionOf = (name: string): ProviderDefinition | undefined =>
  catalog.find((definition) => definition.name === name);

import type { ProviderDefinition } from './definition';
import * as providers from './providers';
import { type Channel, CHANNELS } from './table';

const OF_CHANNEL: Record<Channel, readonly ProviderDefinition[]> = providers;

/** Every provider of the service itself. */
export const catalog: readonly ProviderDefinition[] = CHANNELS.flatMap((channel) => OF_CHANNEL[channel]);

let known = catalog;

/** Every provider that an application can be connected to: the service's own, and those of the extensions. */
export const knownProviders = (): readonly ProviderDefinition[] => known;

/** Sets the providers of the extensions, before a process does anything else. */
export function addProviders(definitions: readonly ProviderDefinition[]): void {
  known = [...catalog, ...definitions];
}

/** Returns the definition of that name, undefined if there is none. */
export const definitionOf = (name: string): ProviderDefinition | undefined =>
  known.find((definition) => definition.name === name);

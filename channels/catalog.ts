import type { ProviderDefinition } from './definition';
import * as providers from './providers';
import { type Channel, CHANNELS } from './table';

const OF_CHANNEL: Record<Channel, readonly ProviderDefinition[]> = providers;

/** Every provider that an application can be connected to. */
export const catalog: readonly ProviderDefinition[] = CHANNELS.flatMap((channel) => OF_CHANNEL[channel]);

/** Returns the definition of that name, undefined if there is none. */
export const definitionOf = (name: string): ProviderDefinition | undefined =>
  catalog.find((definition) => definition.name === name);

import type { ProviderDefinition } from '../definition';
import { telegram as own } from './telegram/provider';

/** The providers, in the order in which lists show them. */
export const telegram: readonly ProviderDefinition[] = [own];

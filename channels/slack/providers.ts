import type { ProviderDefinition } from '../definition';
import { slack as own } from './slack/provider';

/** The providers, in the order in which lists show them. */
export const slack: readonly ProviderDefinition[] = [own];

import type { ProviderDefinition } from '../definition';
import { discord as bot } from './discord/provider';
import { discordWebhook } from './discord/webhook';

/** The providers, in the order in which lists show them. */
export const discord: readonly ProviderDefinition[] = [bot, discordWebhook];

import { CHANNEL_ROWS, type Channel } from '../../channels/table';
import { discordChannelAddress, parseDiscordAddress } from '../contacts/discord-address';
import type { EventDefinition } from '../events/definition';
import { sendNameOf } from '../sequences/step-key';
import { errorText } from '../shared/error-codes';

export type Addresses = (channel: Channel) => string | null;

/** The addresses of a recipient, and which of them are suppressed. */
export interface Reach {
  addresses: Addresses;
  /** @default none is */
  isSuppressed?: (channel: Channel, address: string) => boolean;
  /** Whether the recipient wants none of these messages over a channel. @default none is */
  isUnwanted?: (channel: Channel) => boolean;
}

export type Route =
  | { ok: true; channel: Channel; address: string }
  | { ok: false; code: 'TEMPLATE_MISSING' | 'IDENTIFIER_MISSING'; message: string; channel?: Channel };

/** Whether a step has a template for a channel, its own or the event's. */
export function hasTemplate(event: EventDefinition, stepKey: string, channel: Channel): boolean {
  const step = sendNameOf(stepKey);
  const own = Object.hasOwn(event.stepTemplates, step) ? event.stepTemplates[step] : undefined;
  const variants = own?.[channel] ?? event.templates[channel];
  return variants !== undefined && Object.keys(variants).length > 0;
}

/** Returns the recipient's address on a channel; on Discord also the event's own channel (CHANNEL-4). */
function reach({ discord }: EventDefinition, addresses: Addresses, channel: Channel): string | null {
  const own = addresses(channel);
  if (channel !== 'discord') return own;
  // Only an event names channels. A contact's Discord id must not address one.
  if (own !== null && parseDiscordAddress(own)?.kind !== 'channel') return own;
  return discord ? discordChannelAddress(discord.channel) : null;
}

/**
 * Chooses the channel of a SEND (CHANNEL-1, CHANNEL-3, CHANNEL-6): the forced one, or the first in the event's
 * order that has a template and reaches the recipient at an address that is not suppressed, over a channel that the recipient
 * has not switched off (PREFERENCE-4). If no such channel is left, or the channel is forced, the SEND continues and fails with
 * SUPPRESSED or PREFERENCE, which shows the reason.
 */
export function route(
  event: EventDefinition,
  step: string,
  { addresses, isSuppressed = () => false, isUnwanted = () => false }: Reach,
  forced?: Channel,
): Route {
  if (forced) return routeForced(event, step, addresses, forced);
  const templated = event.channels.filter((channel) => hasTemplate(event, step, channel));
  let refused: Route | null = null;
  for (const channel of templated) {
    const address = reach(event, addresses, channel);
    if (address === null) continue;
    if (!isSuppressed(channel, address) && !isUnwanted(channel)) return { ok: true, channel, address };
    refused ??= { ok: true, channel, address };
  }
  if (refused) return refused;
  const noTemplate = `Event ${event.name} has no template for any channel.`;
  if (templated.length === 0) return { ok: false, code: 'TEMPLATE_MISSING', message: noTemplate };
  const wanted = [...new Set(templated.map((channel) => CHANNEL_ROWS[channel].identifier))].join(' or ');
  const message = `The recipient has no identifier for any channel of event ${event.name}. Add ${wanted}.`;
  return { ok: false, code: 'IDENTIFIER_MISSING', message };
}

function routeForced(event: EventDefinition, step: string, addresses: Addresses, channel: Channel): Route {
  if (!hasTemplate(event, step, channel)) {
    const message = errorText('TEMPLATE_MISSING', event.name, channel);
    return { ok: false, code: 'TEMPLATE_MISSING', message, channel };
  }
  const address = reach(event, addresses, channel);
  if (address !== null) return { ok: true, channel, address };
  const message = errorText('IDENTIFIER_MISSING', channel, CHANNEL_ROWS[channel].identifier);
  return { ok: false, code: 'IDENTIFIER_MISSING', message, channel };
}

import { createHmac } from 'node:crypto';
import { CHANNEL_ROWS, channelsWith, type Channel } from '../../channels/table';
import { addressFormOf } from '../contacts/address-forms';
import { type ContactFields, valuesOf } from '../contacts/fields';
import { type Scope, scopeKey } from '../shared/scope';

/** Why nothing more is sent to an address. */
export const SUPPRESSION_REASONS = ['hard_bounce', 'complaint', 'opt_out', 'manual'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** Channels whose addresses can be suppressed; each has a list of its own. */
export const SUPPRESSIBLE = channelsWith('suppressible', true);
export type SuppressibleChannel = (typeof SUPPRESSIBLE)[number];

export const isSuppressible = (channel: Channel): channel is SuppressibleChannel =>
  (SUPPRESSIBLE as readonly Channel[]).includes(channel);

/** Returns the addresses of a contact that can be suppressed, each on every channel that uses it. */
export function suppressibleAddresses(
  contact: ContactFields,
): { channel: SuppressibleChannel; address: string }[] {
  const fields = new Set(SUPPRESSIBLE.map((channel) => CHANNEL_ROWS[channel].address));
  return [...fields].flatMap((field) => {
    const channels = SUPPRESSIBLE.filter((channel) => CHANNEL_ROWS[channel].address === field);
    return valuesOf(contact, field).flatMap((address) => channels.map((channel) => ({ channel, address })));
  });
}

/**
 * Returns the id of an address's suppression: a keyed hash, which is all that remains after its contact is erased. `key`
 * is the application's `suppressionKey`, so the same address has another hash in every application.
 */
export function suppressionId(
  scope: Scope,
  key: string,
  { channel, address }: { channel: SuppressibleChannel; address: string },
): string {
  const compared = addressFormOf(channel).key(address);
  const hash = createHmac('sha256', Buffer.from(key, 'base64')).update(compared).digest('base64url');
  return `${scopeKey(scope)}:${channel}:${hash}`;
}

/** Returns the error message of a message that is not sent because of its suppression. */
export function suppressionMessage(reason: SuppressionReason, since: Date): string {
  const day = since.toISOString().slice(0, 10);
  switch (reason) {
    case 'hard_bounce':
      return `Nothing is sent to this address, because a message to it bounced permanently on ${day}.`;
    case 'complaint':
      return `Nothing is sent to this address, because the recipient reported a message as spam on ${day}.`;
    case 'opt_out':
      return `Nothing is sent to this address, because the recipient opted out on ${day}.`;
    case 'manual':
      return `Nothing is sent to this address, because an operator suppressed it on ${day}.`;
  }
}

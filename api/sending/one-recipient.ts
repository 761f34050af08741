import { isDeepStrictEqual } from 'node:util';
import { type Recipient, parseRecipient } from '../../core/sending/recipient';
import { addresseeOf, findOwners } from '../contacts/resolve';
import type { SendDeps } from '../deps';
import { ApiError, invalid } from '../http/api-error';
import type { Caller } from '../http/middleware/authenticate';
import { slackRecipient } from './build-notification';

/**
 * Reads `to` of a cancel or a signal (CANCEL-1, SIGNAL-1), or the recipient at another `path`. Throws a 400 if it is not one recipient. A text such as `U12345`
 * is two: a send over Slack reads it as a member id, and any other send as an external id.
 */
export function oneRecipient(to: unknown, path = 'to'): Recipient[] {
  if (to === undefined) throw invalid(path, 'is required and must be a recipient');
  const read = (shortMembers: boolean): Recipient => {
    const parsed = parseRecipient(to, { slackChannels: true, shortMembers, path });
    if (!parsed.ok) throw new ApiError('VALIDATION_ERROR', parsed.message, { field: parsed.field });
    return parsed.recipient;
  };
  const usual = read(false);
  // Only a text can be a short member id.
  const short = typeof to === 'string' ? read(true) : usual;
  return isDeepStrictEqual(usual, short) ? [usual] : [usual, short];
}

/** Returns what the notifications to a recipient have as `recipient`. None for an unknown contact. */
export async function recipientKeys(
  { store }: SendDeps,
  caller: Caller,
  readings: Recipient[],
): Promise<string[]> {
  const keys = await Promise.all(
    readings.map(async (recipient) => {
      if (recipient.kind === 'slack_channel') return slackRecipient(caller, recipient.channel);
      const owners = await findOwners(store, caller.scope, recipient.input, recipient.uuid);
      return addresseeOf(owners, recipient.input)?._id ?? [];
    }),
  );
  return keys.flat();
}

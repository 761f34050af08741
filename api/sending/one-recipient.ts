import { type Recipient, parseRecipient } from '../../core/sending/recipient';
import { addresseeOf, findOwners } from '../contacts/resolve';
import type { ApiDeps } from '../deps';
import { ApiError, invalid } from '../http/api-error';
import type { Caller } from '../http/middleware/authenticate';
import { slackRecipient } from './build-notification';

/** Reads `to` of a cancel or a signal (CANCEL-1, SIGNAL-1). Throws a 400 if it is not one recipient. */
export function oneRecipient(to: unknown): Recipient {
  if (to === undefined) throw invalid('to', 'is required and must be a recipient');
  const parsed = parseRecipient(to, { slackChannels: true });
  if (!parsed.ok) throw new ApiError('VALIDATION_ERROR', parsed.message, { field: parsed.field });
  return parsed.recipient;
}

/** Returns what the notifications to a recipient have as `recipient`. Null for an unknown contact. */
export async function recipientKey(
  { store }: ApiDeps,
  caller: Caller,
  recipient: Recipient,
): Promise<string | null> {
  if (recipient.kind === 'slack_channel') return slackRecipient(caller, recipient.channel);
  const owners = await findOwners(store, caller.scope, recipient.input, recipient.uuid);
  return addresseeOf(owners, recipient.input)?._id ?? null;
}

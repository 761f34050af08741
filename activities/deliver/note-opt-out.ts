import type { SendResult } from '../../channels/provider';
import { isSuppressible } from '../../core/receipts/suppression';
import { optOut } from '../../store/suppressions/opt-out';
import type { Sending } from './sending';

/**
 * Records that the owner of an address has opted out at the provider. If that fails, the next send gets the same answer, or the
 * sweep changes the preferences of an address that is suppressed already.
 */
export async function noteOptOut(
  { deps, notification, message, claim }: Sending,
  result: SendResult,
): Promise<void> {
  const { channel, address } = message;
  if (result.outcome !== 'permanent' || !result.optedOut || address === null || !isSuppressible(channel))
    return;
  const why = {
    detail: result.response.slice(0, 500),
    notificationId: notification._id,
    contactId: notification.contactId,
    // A START that came after the claim counts. If it came before, the next send gets the same answer.
    at: claim.at,
    fault: deps.fault,
  };
  try {
    await optOut(deps, { scope: notification, channel, address }, why);
  } catch (error) {
    deps.log.error(
      { err: error, notificationId: notification._id, messageId: message.id },
      'an opt-out was not stored as a whole; the sweep or the next send completes it',
    );
  }
}

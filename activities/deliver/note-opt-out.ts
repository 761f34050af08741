import type { SendResult } from '../../channels/provider';
import { isSuppressible } from '../../core/receipts/suppression';
import { suppress } from '../../store/suppressions/suppress';
import type { Sending } from './sending';

/** Suppresses an address whose owner has told the provider to send no more. Where that fails the next send hears it again. */
export async function noteOptOut(
  { deps, notification, message, claim }: Sending,
  result: SendResult,
): Promise<void> {
  const { channel, address } = message;
  if (result.outcome !== 'permanent' || !result.optedOut || address === null || !isSuppressible(channel))
    return;
  const why = {
    reason: 'opt_out',
    detail: result.response.slice(0, 500),
    notificationId: notification._id,
    contactId: notification.contactId,
    // A START that came meanwhile stands; were it older, the next send would hear so.
    at: claim.at,
  } as const;
  try {
    await suppress(deps, { scope: notification, channel, address }, why);
  } catch (error) {
    deps.log.error({ err: error, notificationId: notification._id }, 'an opt-out was not noted');
  }
}

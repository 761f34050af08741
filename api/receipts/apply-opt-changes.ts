import { ENVIRONMENTS } from '../../core/shared/channels';
import { maskedIdentifier } from '../../core/contacts/asked-identifiers';
import { isWhatsAppIdentity } from '../../channels/opt-outs/whatsapp-identity';
import type { OptChange } from '../../core/receipts/receipt';
import type { Application } from '../../store/accounts/applications';
import { optIn, suppress } from '../../store/suppressions/suppress';
import type { ApiDeps } from '../deps';

/**
 * Applies what recipients answered, and what providers changed in their own lists. STOP suppresses the address, START lifts
 * that, and no other reason. Changes may arrive late
 * and in any order, and the newest counts.
 */
export async function applyOptChanges(
  { store, cached, vault, log }: Pick<ApiDeps, 'store' | 'cached' | 'vault' | 'log'>,
  application: Application,
  changes: OptChange[],
): Promise<void> {
  for (const { channel, address, optedOut, at, reason = 'opt_out' } of changes) {
    if (isWhatsAppIdentity(address)) {
      const identity = maskedIdentifier(address);
      log.warn(
        { applicationId: application._id, channel, identity, optedOut },
        'an opt-out or opt-in of somebody without a number is kept, but no contact is found by it',
      );
    }
    // Both environments send from the account.
    for (const environment of ENVIRONMENTS) {
      const of = { scope: { applicationId: application._id, environment }, channel, address };
      const why = { reason, detail: null, notificationId: null, contactId: null, at };
      await (optedOut ? suppress({ store, vault }, of, why) : optIn({ store, vault }, of, at));
    }
  }
  if (changes.length > 0) cached.clear();
}

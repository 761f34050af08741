import { ENVIRONMENTS } from '../../core/shared/channels';
import type { OptChange } from '../../core/receipts/receipt';
import type { Application } from '../../store/accounts/applications';
import { optIn, suppress } from '../../store/suppressions/suppress';
import type { ApiDeps } from '../deps';

/**
 * Applies what recipients answered to the carrier. STOP suppresses their number, START lifts that. Changes may arrive late
 * and in any order, and the newest counts.
 */
export async function applyOptChanges(
  { store, cached, vault }: Pick<ApiDeps, 'store' | 'cached' | 'vault'>,
  application: Application,
  changes: OptChange[],
): Promise<void> {
  for (const { channel, address, optedOut, at } of changes) {
    // They answered a number, from which both environments send.
    for (const environment of ENVIRONMENTS) {
      const of = { scope: { applicationId: application._id, environment }, channel, address };
      const why = { reason: 'opt_out', detail: null, notificationId: null, contactId: null, at } as const;
      await (optedOut ? suppress({ store, vault }, of, why) : optIn({ store, vault }, of, at));
    }
  }
  if (changes.length > 0) cached.clear();
}

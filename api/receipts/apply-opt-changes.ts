import { ENVIRONMENTS } from '../../core/channels';
import type { OptChange } from '../../core/receipt';
import { suppressionId } from '../../core/suppression';
import type { Application } from '../../store/applications';
import { keyOf, suppress } from '../../store/suppress';
import type { ApiDeps } from '../deps';

/** Applies what recipients have told the carrier: STOP suppresses their number, START takes that back. */
export async function applyOptChanges(
  { store, cached, vault }: Pick<ApiDeps, 'store' | 'cached' | 'vault'>,
  application: Application,
  changes: OptChange[],
): Promise<void> {
  for (const { channel, address, optedOut } of changes) {
    // They answer a number, which both environments send from.
    for (const environment of ENVIRONMENTS) {
      const scope = { applicationId: application._id, environment };
      if (optedOut) {
        const why = { reason: 'opt_out', detail: null, notificationId: null, contactId: null } as const;
        await suppress({ store, vault }, { scope, channel, address }, why);
        continue;
      }
      const { suppressionKey } = application;
      if (!suppressionKey) continue;
      await store.suppressions.lift(
        suppressionId(scope, keyOf(vault, suppressionKey, scope), { channel, address }),
        'opt_out',
      );
    }
  }
  if (changes.length > 0) cached.clear();
}

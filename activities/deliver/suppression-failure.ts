import { isSuppressible, suppressionMessage } from '../../core/receipts/suppression';
import type { Channel } from '../../core/shared/channels';
import type { Scope } from '../../core/shared/scope';
import type { Application } from '../../store/accounts/applications';
import { type SuppressionSource, suppressionOf } from '../../store/suppressions/suppress';

/** Returns how a message to a suppressed address fails; null: its address is not suppressed. */
export async function suppressionFailure(
  source: SuppressionSource,
  application: Application | null,
  { scope, channel, address }: { scope: Scope; channel: Channel; address: string },
): Promise<{ kind: 'failed'; code: 'SUPPRESSED'; message: string } | null> {
  if (!application || !isSuppressible(channel)) return null;
  const found = await suppressionOf(source, application, { scope, channel, address });
  if (!found) return null;
  const { reason, reasons, createdAt } = found;
  const message = suppressionMessage(reason, reasons[reason]?.since ?? createdAt);
  return { kind: 'failed', code: 'SUPPRESSED', message };
}

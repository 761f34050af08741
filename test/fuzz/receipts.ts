import type { Receipt } from '../../core/receipts/receipt';
import { isUuid } from '../../core/shared/ids';
import { promise } from './target';

const KINDS = new Set(['sent', 'delivered', 'hard_bounce', 'soft_bounce', 'failed', 'complained']);

/** Throws unless this is a receipt that can be stored. */
export function isReceipt({
  kind,
  notificationId,
  messageId,
  at,
  address,
  detail,
  providerMessageId,
}: Receipt): void {
  promise(KINDS.has(kind), `kind ${kind}`);
  promise(isUuid(notificationId) && isUuid(messageId), 'ids that are none');
  promise(at instanceof Date && at.getTime() <= Date.now(), `at ${String(at)}`);
  for (const text of [address, detail, providerMessageId])
    promise(text === undefined || typeof text === 'string', () => `a text is ${typeof text}`);
  promise((detail ?? '').length <= 4000, 'words without an end');
}

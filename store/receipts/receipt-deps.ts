import type { Logger } from 'pino';
import type { FaultPoint } from '../../core/shared/fault-points';
import type { Vault } from '../../core/shared/vault';
import type { CachedReads } from '../cached';
import type { Notification } from '../notifications/model';
import type { Store } from '../store';

/** What applies receipts, and begins what they cause. */
export interface ReceiptDeps {
  store: Store;
  vault: Vault;
  cached: Pick<CachedReads, 'application' | 'clear'>;
  dispatcher: {
    /** Begins the delivery of a webhook event. */
    deliverEvent: (of: Notification, event: { eventId: string; notificationId: string }) => void;
    /** Wakes the workflow of a notification that waits for a receipt. */
    wake: (notificationId: string) => void;
  };
  log: Pick<Logger, 'info'>;
  fault: (point: FaultPoint) => void;
}

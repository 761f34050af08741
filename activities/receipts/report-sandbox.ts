import { createCachedReads } from '../../store/cached';
import { applyReceipts } from '../../store/receipts/apply-receipts';
import type { ReceiptDeps } from '../../store/receipts/receipt-deps';
import { signalReceipt, startWebhook } from '../../temporal/workflow-calls';
import type { Activities } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';

/** Creates the activity that applies a report of sandbox as the API applies a provider's. What it causes is begun again by the sweep if Temporal refuses it. */
export function createReportSandbox(deps: ActivityDeps): Activities['reportSandbox'] {
  const { store, vault, client, taskQueue, log, fault } = deps;
  const begin = (call: Promise<void>): void =>
    void call.catch((error: unknown) =>
      log.warn({ err: error }, 'what a report causes has to wait for the sweep'),
    );
  const receiptDeps: ReceiptDeps = {
    ...{ store, vault, log, fault, cached: createCachedReads(store) },
    dispatcher: {
      deliverEvent: (of, event) => begin(startWebhook(client, taskQueue, of, { ...event, attemptsMade: 0 })),
      wake: (notificationId) => begin(signalReceipt(client, notificationId)),
    },
  };
  return async ({ report: { kind, code, optedOut, detail }, ...message }) =>
    applyReceipts(receiptDeps, [{ ...message, kind, code, optedOut, detail, at: store.now() }]);
}

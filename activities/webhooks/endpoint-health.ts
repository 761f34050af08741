import type { WebhookEndpoint } from '../../store/webhooks/endpoints';
import { startNotifyOwner } from '../../temporal/workflow-calls';
import { countDisabledEndpoint } from '../../telemetry/webhook-metrics';
import type { ActivityDeps } from '../deps';

/** What one attempt shows about its endpoint. */
export interface AttemptOutcome {
  kind: 'success' | 'retry' | 'permanent';
  at: Date;
  test: boolean;
}

/** How much older than a concurrent failure the event of a success may be, milliseconds. */
const AT_ONCE_MS = 60_000;

/**
 * Stores whether an endpoint works, and switches it off if it has failed for `WEBHOOK_DISABLE_AFTER_DAYS` without one
 * success. A healthy endpoint costs no write. The failure of a test event does not count. If the write fails, it is logged,
 * and the next attempt repeats it.
 */
export async function noteEndpointHealth(
  deps: ActivityDeps,
  endpoint: WebhookEndpoint,
  { kind, at, test }: AttemptOutcome,
): Promise<void> {
  const { store, log, webhookDisableAfterMs } = deps;
  const { _id, failingSince, isActive } = endpoint;
  try {
    if (kind === 'success') {
      if (failingSince !== undefined) await store.webhookHealth.recovered(_id);
    } else if (test) {
      return;
    } else if (failingSince === undefined) {
      await store.webhookHealth.failed(_id, at);
    } else if (isActive && at.getTime() - failingSince.getTime() >= webhookDisableAfterMs) {
      await switchOff(deps, { _id, failingSince }, at);
    }
  } catch (error) {
    log.warn({ err: error, endpointId: _id }, 'the health of a webhook endpoint was not stored');
  }
}

async function switchOff(
  { store, client, taskQueue, log }: ActivityDeps,
  { _id, failingSince }: { _id: string; failingSince: Date },
  at: Date,
): Promise<void> {
  // A success that ran at the same time as the first failure did not see it, so it did not clear it.
  if (await store.webhookEvents.hasDelivered(_id, failingSince, AT_ONCE_MS)) {
    await store.webhookHealth.recovered(_id);
    return;
  }
  if (!(await store.webhookHealth.switchOff(_id, failingSince, at))) return;
  countDisabledEndpoint();
  log.error({ endpointId: _id, failingSince }, 'a webhook endpoint has only failed, and is switched off');
  // If this is lost, the sweep does it.
  await startNotifyOwner(client, taskQueue, { endpointId: _id });
}

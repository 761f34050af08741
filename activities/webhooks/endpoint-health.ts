import type { AttemptMeaning } from '../../core/webhooks/plan';
import type { SwitchOffReason, WebhookEndpoint } from '../../store/webhooks/endpoints';
import { startNotifyOwner } from '../../temporal/workflow-calls';
import { countDisabledEndpoint } from '../../telemetry/webhook-metrics';
import type { ActivityDeps } from '../deps';

/** What one attempt shows about its endpoint. */
export interface AttemptOutcome {
  kind: AttemptMeaning;
  at: Date;
  test: boolean;
}

/** How much older than a concurrent failure the event of a success may be, milliseconds. */
const AT_ONCE_MS = 60_000;

/**
 * Stores whether an endpoint works, and switches it off if it has failed for `WEBHOOK_DISABLE_AFTER_DAYS` without one
 * success, or at once if it is `gone`. A healthy endpoint costs no write. The failure of a test event does not count. If the
 * write fails, it is logged, and the next attempt repeats it.
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
    } else if (kind === 'gone') {
      if (isActive && (await store.webhookHealth.switchOffGone(endpoint, at)))
        await switchedOff(deps, { _id, failingSince }, 'gone');
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
  deps: ActivityDeps,
  { _id, failingSince }: { _id: string; failingSince: Date },
  at: Date,
): Promise<void> {
  const { store } = deps;
  // A success that ran at the same time as the first failure did not see it, so it did not clear it.
  if (await store.webhookEvents.hasDelivered(_id, failingSince, AT_ONCE_MS)) {
    await store.webhookHealth.recovered(_id);
    return;
  }
  if (!(await store.webhookHealth.switchOff(_id, failingSince, at))) return;
  await switchedOff(deps, { _id, failingSince }, 'failing');
}

async function switchedOff(
  { client, taskQueue, log }: ActivityDeps,
  { _id: endpointId, failingSince }: Pick<WebhookEndpoint, '_id' | 'failingSince'>,
  reason: SwitchOffReason,
): Promise<void> {
  countDisabledEndpoint();
  const why = reason === 'gone' ? 'answered 410' : 'has only failed';
  log.error({ endpointId, failingSince, reason }, `a webhook endpoint ${why} and is disabled`);
  // If this is lost, the sweep does it.
  await startNotifyOwner(client, taskQueue, { endpointId });
}

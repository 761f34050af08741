import type { SendResult } from '../../channels/provider';
import { hasHealth } from '../../core/sending/candidates';
import { countRest, noteResting } from '../../telemetry/delivery-metrics';
import { isAccountRefusal } from './after-attempt';
import type { Ready } from './prepare';
import type { Sending } from './sending';

/**
 * Counts the failures of a provider, so that one that keeps failing is rested (`core/sending/failover.ts`). They count in
 * the order in which attempts end, and any success or refusal of a message between them resets the count. A healthy
 * provider costs no write. A rate limit does not count, nor does a failure that concerns only the message or its recipient.
 */
export async function noteHealth(sending: Sending, ready: Ready, result: SendResult): Promise<void> {
  const { deps, notification } = sending;
  const { application, picked, provider } = ready;
  const { id } = picked.candidate;
  if (!hasHealth(id) || result.concerns) return;
  const of = { applicationId: application._id, providerId: id };
  try {
    if (isFailure(result)) {
      const failure = { why: result.code, probe: picked.probe, at: deps.store.now() };
      if (await deps.store.providerHealth.failed(of, failure)) {
        countRest(provider.name, result.code);
        deps.log.error(
          { ...of, provider: provider.name, code: failure.why },
          'a provider keeps failing and cools down; it is retried automatically',
        );
      }
    } else if (result.outcome !== 'rate_limited') {
      const saw = application.health?.[id] !== undefined;
      if (await deps.store.providerHealth.succeeded(of, saw)) noteResting(of, provider.name, null);
    }
  } catch (error) {
    deps.log.warn(
      { err: error, notificationId: notification._id, messageId: sending.message.id },
      'the health of a provider was not stored',
    );
  }
}

const isFailure = (result: SendResult): result is SendResult & { outcome: 'transient' | 'unknown' } =>
  result.outcome === 'transient' || result.outcome === 'unknown' || isAccountRefusal(result);

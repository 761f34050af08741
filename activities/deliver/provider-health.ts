import type { SendResult } from '../../channels/provider';
import { hasHealth } from '../../core/sending/candidates';
import { isAccountRefusal } from './after-attempt';
import type { Ready } from './prepare';
import type { Sending } from './sending';

/**
 * Counts how a provider does, so that one which keeps failing is rested (`core/failover`). Nothing is written while all
 * is well. A rate limit says nothing here, and neither does a refusal of the message.
 */
export async function noteHealth(sending: Sending, ready: Ready, result: SendResult): Promise<void> {
  const { deps, notification } = sending;
  const { application, picked, provider } = ready;
  const { id } = picked.candidate;
  if (!hasHealth(id)) return;
  const of = { applicationId: application._id, providerId: id };
  try {
    if (isFailure(result)) {
      const failure = { why: result.code, probe: picked.probe, at: new Date() };
      if (await deps.store.providerHealth.failed(of, failure)) {
        const told = {
          provider: provider.name,
          providerId: id,
          applicationId: application._id,
          code: failure.why,
        };
        deps.log.error(told, 'a provider keeps failing and is rested; it is tried again by itself');
      }
    } else if (application.health?.[id] && result.outcome !== 'rate_limited') {
      await deps.store.providerHealth.recovered(of);
    }
  } catch (error) {
    deps.log.warn({ err: error, notificationId: notification._id }, 'the health of a provider was not noted');
  }
}

const isFailure = (result: SendResult): result is SendResult & { outcome: 'transient' | 'unknown' } =>
  result.outcome === 'transient' || result.outcome === 'unknown' || isAccountRefusal(result);

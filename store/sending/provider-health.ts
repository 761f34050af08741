import type mongoose from 'mongoose';
import { PROBE_MS, REST_AFTER, restMs } from '../../core/sending/failover';
import type { Application } from '../accounts/applications';
import { findAndUpdate, hasMatched } from '../queries';

/** Identifies a provider of an application. */
export interface HealthOf {
  applicationId: string;
  /** Integration id, or `SERVICE_SMTP`. */
  providerId: string;
}

/** The circuit breaker of each provider, stored in its application, which every send reads. Needs the model of applications. */
export function createProviderHealthStore(connection: mongoose.Connection) {
  const model = connection.model<Application>('Application');
  /** Providers that failed in this process since their last success here. */
  const failing = new Set<string>();
  const keyOf = ({ applicationId, providerId }: HealthOf): string => `${applicationId}|${providerId}`;
  const path = ({ providerId }: HealthOf, field: string): string => `health.${providerId}.${field}`;
  /** Disables a provider until `untilMs`, unless `restUntil` has changed since it was read. */
  const rest = (of: HealthOf, restUntil: Date | null, untilMs: number, change = {}): Promise<boolean> =>
    hasMatched(
      model.updateOne(
        { _id: of.applicationId, [path(of, 'restUntil')]: restUntil },
        { $set: { [path(of, 'restUntil')]: new Date(untilMs), ...change } },
      ),
    );
  return {
    /** Counts an attempt that failed because of the provider. Returns true if that disables the provider for a while. */
    failed: async (of: HealthOf, { why, probe, at }: { why: string; probe: boolean; at: Date }) => {
      failing.add(keyOf(of));
      const counted = await findAndUpdate(
        model,
        { _id: of.applicationId },
        { $inc: { [path(of, 'failures')]: 1 }, $set: { [path(of, 'why')]: why, [path(of, 'at')]: at } },
        { projection: { health: 1 } },
      );
      const health = counted?.health?.[of.providerId];
      if (!health || health.failures < REST_AFTER) return false;
      // While the provider is disabled only the probe counts, because the other attempts began before.
      const { restUntil = null, rests = 0 } = health;
      if (restUntil !== null && !probe) return false;
      return rest(of, restUntil, at.getTime() + restMs(rests), {
        [path(of, 'rests')]: rests + 1,
        ...(rests === 0 && { [path(of, 'restingSince')]: at }),
      });
    },
    /**
     * Resets the count after a success, and returns true, if there may be one: the attempt `saw` it when it began, or one
     * has failed in this process since. So with many attempts in flight too, only failures with no success between them count.
     */
    succeeded: async (of: HealthOf, saw: boolean): Promise<boolean> => {
      const { applicationId, providerId } = of;
      if (!failing.delete(keyOf(of)) && !saw) return false;
      await model.updateOne({ _id: applicationId }, { $unset: { [`health.${providerId}`]: 1 } });
      return true;
    },
    /** Reserves the next attempt at a disabled provider for the caller. Returns false if another attempt has it. */
    takeProbe: (of: HealthOf, restUntil: Date, at: Date) => rest(of, restUntil, at.getTime() + PROBE_MS),
  };
}

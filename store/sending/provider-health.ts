import type mongoose from 'mongoose';
import { PROBE_MS, REST_AFTER, restMs } from '../../core/sending/failover';
import type { Application } from '../accounts/applications';

/** A provider of an application, as its health is kept. */
export interface HealthOf {
  applicationId: string;
  /** Integration id, or `SERVICE_SMTP`. */
  providerId: string;
}

/** The circuit breaker of each provider, kept in its application, which every send reads anyway. */
export interface ProviderHealthStore {
  /** Counts an attempt that failed for the provider's own reasons; true when it is rested from now on. */
  failed(of: HealthOf, failure: { why: string; probe: boolean; at: Date }): Promise<boolean>;
  /** It answered as it should: what was counted is forgotten. */
  recovered(of: HealthOf): Promise<void>;
  /** The sole right to try a rested provider for a while; false where another attempt has it. */
  takeProbe(of: HealthOf, restUntil: Date, at: Date): Promise<boolean>;
}

/** Made after the model of applications. */
export function createProviderHealthStore(connection: mongoose.Connection): ProviderHealthStore {
  const model = connection.model<Application>('Application');
  const path = ({ providerId }: HealthOf, field: string): string => `health.${providerId}.${field}`;
  return {
    failed: async (of, { why, probe, at }) => {
      const counted = await model
        .findOneAndUpdate(
          { _id: of.applicationId },
          { $inc: { [path(of, 'failures')]: 1 }, $set: { [path(of, 'why')]: why, [path(of, 'at')]: at } },
          { returnDocument: 'after', projection: { health: 1 } },
        )
        .lean<Application>()
        .exec();
      const health = counted?.health?.[of.providerId];
      if (!health || health.failures < REST_AFTER) return false;
      // While it is rested only the probe's word counts: the others began before.
      const { restUntil = null, rests = 0 } = health;
      if (restUntil !== null && !probe) return false;
      const rested = await model.updateOne(
        { _id: of.applicationId, [path(of, 'restUntil')]: restUntil },
        {
          $set: {
            [path(of, 'restUntil')]: new Date(at.getTime() + restMs(rests)),
            [path(of, 'rests')]: rests + 1,
          },
        },
      );
      return rested.matchedCount > 0;
    },
    recovered: async ({ applicationId, providerId }) => {
      await model.updateOne({ _id: applicationId }, { $unset: { [`health.${providerId}`]: 1 } });
    },
    takeProbe: async (of, restUntil, at) => {
      const taken = await model.updateOne(
        { _id: of.applicationId, [path(of, 'restUntil')]: restUntil },
        { $set: { [path(of, 'restUntil')]: new Date(at.getTime() + PROBE_MS) } },
      );
      return taken.matchedCount > 0;
    },
  };
}

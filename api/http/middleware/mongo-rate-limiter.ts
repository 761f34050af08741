import type mongoose from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { isDuplicateKey } from '../../../store/connection';
import { RATE_LIMITS } from '../../../store/sending/rate-limits';

type Options = Omit<ConstructorParameters<typeof RateLimiterMongo>[0], 'storeClient'>;

interface Count {
  points: number;
  expire: Date;
}

/**
 * The library's limiter over MongoDB, with the database's clock. With their own clocks, two processes would end each
 * other's windows. The methods are those that the library calls on a store.
 */
export class MongoRateLimiter extends RateLimiterMongo {
  private readonly counts: mongoose.Collection<Count & { key: string }>;

  constructor(
    connection: mongoose.Connection,
    private readonly now: () => Date,
    options: Options,
  ) {
    super({ ...options, storeClient: connection, tableName: RATE_LIMITS, disableIndexesCreation: true });
    this.counts = connection.collection(RATE_LIMITS);
  }

  /** Counts `points` in the window of a key. If that window is over, a new one of `durationMs` begins. */
  async _upsert(key: string, points: number, durationMs: number): Promise<Count | null> {
    for (;;) {
      const now = this.now();
      const expire = new Date(now.getTime() + durationMs);
      const present = { key, expire: { $gt: now } };
      const over = { key, expire: { $lte: now } };
      try {
        const counted = { $inc: { points }, $setOnInsert: { expire } };
        return await this.counts.findOneAndUpdate(present, counted, {
          upsert: true,
          returnDocument: 'after',
        });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      // The window is over, or another process has just begun one.
      const fresh = { $set: { points, expire } };
      const begun = await this.counts.findOneAndUpdate(over, fresh, { returnDocument: 'after' });
      if (begun) return begun;
    }
  }

  _getRateLimiterRes(_key: string, changed: number, { points, expire }: Count): RateLimiterRes {
    const left = Math.max(0, expire.getTime() - this.now().getTime());
    return new RateLimiterRes(Math.max(this.points - points, 0), left, points, points === changed);
  }
}

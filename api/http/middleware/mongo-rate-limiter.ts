import { LRUCache } from 'lru-cache';
import type mongoose from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { isDuplicateKey } from '../../../store/connection';
import { RATE_LIMITS } from '../../../store/sending/rate-limits';

type Options = Omit<ConstructorParameters<typeof RateLimiterMongo>[0], 'storeClient'>;

interface Count {
  points: number;
  expire: Date;
}

/** What this process has counted of a key's window. */
interface Share {
  /** Requests of all processes up to and with our last one. */
  used: number;
  /** Requests up to this one are counted in MongoDB as ours. */
  counted: number;
  /** End of the window. Milliseconds since 1970. */
  expire: number;
  /** Our own requests in the window. */
  own: number;
  /** Our requests that are not counted yet. */
  waiting: number;
  counting: Promise<void> | null;
}

/** The part of a limit that a process counts in advance, at most. */
const AHEAD = 0.1;
/** The part of a limit from which on only requests that have come are counted. */
const FAR = 0.5;
/** Keys whose shares are remembered. A key that is forgotten counts its next request in MongoDB. */
const KEPT_SHARES = 10_000;

/**
 * The library's limiter over MongoDB, with the database's clock. With their own clocks, two processes would end each
 * other's windows. The methods are those that the library calls on a store.
 *
 * A busy process counts requests in advance, at most as many as it has had lately and a tenth of the limit. Requests that
 * arrive during a count share the next one. Each request has its own number in the window, so no more than the limit
 * pass. What a process counted in vain is lost to the others until the window ends.
 */
export class MongoRateLimiter extends RateLimiterMongo {
  private readonly counts: mongoose.Collection<Count & { key: string }>;
  private readonly shares = new LRUCache<string, Share>({ max: KEPT_SHARES });

  constructor(
    connection: mongoose.Connection,
    private readonly now: () => Date,
    options: Options,
  ) {
    super({ ...options, storeClient: connection, tableName: RATE_LIMITS, disableIndexesCreation: true });
    this.counts = connection.collection(RATE_LIMITS);
  }

  /** Counts one request in the window of a key. If that window is over, a new one of `durationMs` begins. */
  async _upsert(key: string, _points: number, durationMs: number): Promise<Count> {
    const share = this.shares.get(key) ?? newShare();
    this.shares.set(key, share);
    share.waiting += 1;
    try {
      while (share.used >= share.counted || share.expire <= this.now().getTime())
        await (share.counting ??= this.count(key, share, durationMs).finally(() => (share.counting = null)));
      share.used += 1;
      share.own += 1;
      return { points: share.used, expire: new Date(share.expire) };
    } finally {
      share.waiting -= 1;
    }
  }

  /** Counts more points of a key at once. Returns how many are left. What is counted in advance is given up. */
  async charge(id: string, points: number): Promise<number> {
    const key = this.getKey(id);
    const share = this.shares.get(key);
    if (share) share.counted = share.used;
    const { points: used } = await this.add(key, points, this.duration * 1000);
    return Math.max(this.points - used, 0);
  }

  private async count(key: string, share: Share, durationMs: number): Promise<void> {
    const wanted = Math.max(share.waiting, this.aheadOf(share, durationMs));
    const { points, expire } = await this.add(key, wanted, durationMs);
    if (expire.getTime() !== share.expire) Object.assign(share, { expire: expire.getTime(), own: 0 });
    Object.assign(share, { used: points - wanted, counted: points });
  }

  /** Returns how many requests are counted in advance. */
  private aheadOf({ expire, own, counted }: Share, durationMs: number): number {
    const now = this.now().getTime();
    const most = Math.floor(this.points * AHEAD);
    if (expire > now) return counted + most > this.points * FAR ? 0 : Math.min(own, most);
    // The window before says what this one may need. Half of it is rarely in vain.
    return expire > now - durationMs ? Math.min(Math.floor(own / 2), most) : 0;
  }

  private async add(key: string, points: number, durationMs: number): Promise<Count> {
    for (;;) {
      const now = this.now();
      const expire = new Date(now.getTime() + durationMs);
      const present = { key, expire: { $gt: now } };
      const over = { key, expire: { $lte: now } };
      try {
        const counted = { $inc: { points }, $setOnInsert: { expire } };
        const found = await this.counts.findOneAndUpdate(present, counted, {
          upsert: true,
          returnDocument: 'after',
        });
        if (found) return found;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      // The window is over, or another process has just begun one.
      const fresh = { $set: { points, expire } };
      const begun = await this.counts.findOneAndUpdate(over, fresh, { returnDocument: 'after' });
      if (begun) return begun;
    }
  }

  /**
   * Returns how long a key is refused from memory, milliseconds: at most its window. The library takes the end of the block by
   * this machine's clock, which may have been set back since.
   */
  getInMemoryBlockMsBeforeExpire(key: string): number {
    const left = blocking.getInMemoryBlockMsBeforeExpire.call(this, key);
    return left > this.duration * 1000 ? 0 : left;
  }

  _getRateLimiterRes(_key: string, changed: number, { points, expire }: Count): RateLimiterRes {
    const left = Math.max(0, expire.getTime() - this.now().getTime());
    return new RateLimiterRes(Math.max(this.points - points, 0), left, points, points === changed);
  }
}

/** What the library asks about a key that it refuses from memory. Its types leave it out. */
const blocking = RateLimiterMongo.prototype as unknown as {
  getInMemoryBlockMsBeforeExpire(this: unknown, key: string): number;
};

const newShare = (): Share => ({ used: 0, counted: 0, expire: 0, own: 0, waiting: 0, counting: null });

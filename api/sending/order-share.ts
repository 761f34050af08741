import type { SendDeps } from '../deps';
import { ApiError, unavailable } from '../http/api-error';
import { type Accepted, type Refused, type SendOrder, costOf } from './order';
import { type QuotaShare, takeQuota } from './quota';

/** The quota of an order. */
export interface OrderShare {
  /**
   * Takes quota for recipients as they are planned first. It refuses those for whom there is none. Recipients that are
   * planned again have theirs.
   */
  take<Some extends Accepted>(planned: Some[]): Promise<{ granted: Some[]; refused: Refused[] }>;
  /** Gives back what exceeds the cost of these. */
  keep(some: Accepted[]): Promise<void>;
  /** Ends the share after the request. Another process of it has made the notifications of `madeElsewhere` since it began. */
  settle(madeElsewhere?: Accepted[]): Promise<void>;
  /**
   * Gives back what a failed request took for notifications that do not exist. If the request keeps its key, it gives back
   * nothing: a repeat finishes the request and finds this share, and without a repeat the sweep settles it.
   */
  abandon(mayExist: Accepted[]): Promise<void>;
}

/** Returns the share of an order, of which nothing is taken yet. */
export function openShare({ store, log }: SendDeps, order: SendOrder): OrderShare {
  const { caller, costs, account } = order;
  const { holder, paid } = account;
  let share: QuotaShare | null = null;
  const taken = new Set<number>();
  const keep = async (some: Accepted[]): Promise<void> => share?.keep(paid + costOf(order, some));
  const settle = async (madeElsewhere: Accepted[] = []): Promise<void> => {
    // Nothing was left to take. An earlier process may have died before it settled its share.
    if (!share && holder !== undefined && paid > 0)
      share = await takeQuota(store.quotas, caller, [], account);
    await share?.settle(costOf(order, madeElsewhere));
  };
  return {
    keep,
    settle,
    take: async (planned) => {
      if (share) {
        // The open notification that one was to keep has ended since.
        const late = planned.filter(({ index }) => !taken.has(index));
        const error = unavailable(
          'The notification of this reference changed during the request. Try again.',
          1,
        );
        return {
          granted: planned.filter(({ index }) => taken.has(index)),
          refused: late.map(({ index }) => ({ index, error })),
        };
      }
      if (paid + planned.length === 0) return { granted: planned, refused: [] };
      const wanted = planned.map(({ index }) => costs[index] ?? 0);
      share = await takeQuota(store.quotas, caller, wanted, account);
      const { exceeded } = share;
      let room = share.granted - paid;
      const beyond = wanted.findIndex((cost) => (room -= cost) < 0);
      const granted = beyond === -1 ? planned : planned.slice(0, beyond);
      const error = exceeded ?? ApiError.of('INTERNAL', []);
      for (const { index } of granted) taken.add(index);
      return { granted, refused: planned.slice(granted.length).map(({ index }) => ({ index, error })) };
    },
    abandon: async (mayExist) => {
      if (!share || (holder !== undefined && paid + mayExist.length > 0)) return;
      try {
        const ids = mayExist.map(({ id }) => id);
        const existing = ids.length > 0 ? await store.notifications.existing(ids) : new Set();
        await keep(mayExist.filter(({ id }) => existing.has(id)));
        await settle();
      } catch (err) {
        log.warn({ err }, 'the quota of a failed request could not be given back');
      }
    },
  };
}

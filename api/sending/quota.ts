import type { QuotaPeriod } from '../../core/quota-period';
import { dayOf, monthOf } from '../../core/quota-period';
import { scopeKey } from '../../core/scope';
import type { QuotaStore } from '../../store/quotas';
import { ApiError } from '../api-error';
import type { Caller } from '../middleware/authenticate';

/** Sandbox notifications per UTC day (interface section 8). */
const SANDBOX_DAILY = 150;
const KEPT_AFTER_MS = 7 * 86_400_000;

/** A share of the quotas that a send has taken. */
export interface QuotaShare {
  /** How much of what was asked for fits. */
  granted: number;
  /** Why the rest did not. */
  exceeded: ApiError | null;
  /** Gives `amount` of it back: so much was refused after all. */
  giveBack(amount: number): Promise<void>;
  /** The request is over: nobody will ask for this share again. */
  settle(): Promise<void>;
}

interface Limit {
  period: QuotaPeriod;
  limit: number;
  name: string;
}

/** The quotas of a caller: daily in sandbox; monthly, and daily where one is set, in production. */
function limitsOf({ scope, application }: Caller, at: Date): Limit[] {
  if (scope.environment === 'sandbox')
    return [{ period: dayOf(at), limit: SANDBOX_DAILY, name: 'daily sandbox quota' }];
  const monthly = { period: monthOf(at), limit: application.monthlyQuota, name: 'monthly quota' };
  if (application.dailyQuota === null) return [monthly];
  return [monthly, { period: dayOf(at), limit: application.dailyQuota, name: 'daily quota' }];
}

/**
 * Takes a share for notifications that count `costs`, or for as many as fit, in this order. `holder` is the idempotency
 * reservation, which takes its share once, whatever dies between; `at` is when it was made, so that a takeover after
 * midnight finds it. `charged` is what those count that exist already; it is part of the share.
 */
export async function takeQuota(
  quotas: QuotaStore,
  caller: Caller,
  costs: number[],
  { holder, at, charged }: { holder?: string; at: Date; charged: number },
): Promise<QuotaShare> {
  const taken: { id: string; amount: number }[] = [];
  let amount = charged;
  const parts = costs.map((cost) => (amount += cost));
  let granted = amount;
  let exceeded: ApiError | null = null;
  for (const { period, limit, name } of limitsOf(caller, at)) {
    const id = `${scopeKey(caller.scope)}:${period.key}`;
    const expiresAt = new Date(period.endsAt.getTime() + KEPT_AFTER_MS);
    const share = await quotas.take({
      id,
      limit,
      amount: granted,
      charged,
      partial: true,
      parts,
      holder,
      expiresAt,
    });
    // An earlier process of the request had more to send.
    if (share.taken > granted) await quotas.reduce(id, share.taken - granted, holder);
    if (share.taken < granted) {
      // What an earlier quota granted beyond this one goes back.
      for (const earlier of taken) await quotas.reduce(earlier.id, granted - share.taken, holder);
      const left = Math.max(0, limit - share.current);
      const why =
        left === 0
          ? 'is used up'
          : `has ${left} left, and the notification counts more: itself and one for each copy in cc and bcc`;
      exceeded = new ApiError('QUOTA_EXCEEDED', `The ${name} of ${limit} notifications ${why}.`, {
        current: share.current,
        limit,
      });
      granted = share.taken;
    }
    taken.push({ id, amount: granted });
    if (granted === 0) break;
  }
  return {
    granted,
    exceeded,
    giveBack: async (back) => {
      if (back > 0) await Promise.all(taken.map(({ id }) => quotas.reduce(id, back, holder)));
    },
    settle: async () => {
      if (holder !== undefined) await Promise.all(taken.map(({ id }) => quotas.settle(id, holder)));
    },
  };
}

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
  /** How many of the wanted notifications fit. */
  granted: number;
  /** Why the rest did not. */
  exceeded: ApiError | null;
  /** Gives `amount` of it back: that many were refused after all. */
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
 * Takes a share for `amount` notifications, or for as many as fit. `holder` is the idempotency reservation, which
 * takes its share once, whatever dies between; `at` is when it was made, so that a takeover after midnight finds it.
 * `charged` of the amount exist already, so they have been counted.
 */
export async function takeQuota(
  quotas: QuotaStore,
  caller: Caller,
  amount: number,
  { holder, at, charged }: { holder?: string; at: Date; charged: number },
): Promise<QuotaShare> {
  const taken: { id: string; amount: number }[] = [];
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
      holder,
      expiresAt,
    });
    // An earlier process of the request had more to send.
    if (share.taken > granted) await quotas.reduce(id, share.taken - granted, holder);
    if (share.taken < granted) {
      // What an earlier quota granted beyond this one goes back.
      for (const earlier of taken) await quotas.reduce(earlier.id, granted - share.taken, holder);
      exceeded = new ApiError('QUOTA_EXCEEDED', `The ${name} of ${limit} notifications is used up.`, {
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

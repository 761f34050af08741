import { type QuotaPeriod, dayOf, keptUntil, monthOf } from '../../core/sending/quota-period';
import { type Scope, scopeKey } from '../../core/shared/scope';
import type { Application } from '../../store/accounts/applications';
import type { QuotaStore } from '../../store/sending/quotas';
import { noteQuota } from '../../telemetry/application-metrics';
import { ApiError } from '../http/api-error';
import type { Principal } from '../http/middleware/authenticate';

/** Maximum number of sandbox notifications per UTC day (LIMIT-3). */
const SANDBOX_DAILY = 150;

/** Who takes quota for a request, and since when. */
export interface QuotaAccount {
  /** Holder of the share: the idempotency reservation, which takes it once even if a process dies. Absent without a key. */
  holder?: string;
  /** When the request, or the reservation that it takes over, began, so that a takeover after midnight finds the share. */
  at: Date;
  /** The count of the notifications of the request that exist already. It is part of the share. */
  paid: number;
}

/** A share of the quotas that a send took. */
export interface QuotaShare {
  /** How much of the request fits, including what is paid. */
  granted: number;
  /** Why the rest did not. */
  exceeded: ApiError | null;
  /** Gives back what exceeds `amount`, because it was not sent. */
  keep(amount: number): Promise<void>;
  /**
   * Ends the share after the request ended. No takeover asks for it again. Another process of the request has made
   * notifications that count `madeElsewhere`: if it has settled its share before this one was taken, that much is given back.
   */
  settle(madeElsewhere?: number): Promise<void>;
}

/** A quota of an application. */
export interface Quota {
  /** Of what counts it (store/sending/quotas.ts). */
  id: string;
  period: QuotaPeriod;
  limit: number;
  name: string;
}

/** Returns the quotas of an application: daily in sandbox; monthly, and daily if it is set, in production. */
export function quotasOf(scope: Scope, { monthlyQuota, dailyQuota }: Application, at: Date): Quota[] {
  const quota = (period: QuotaPeriod, limit: number, name: string): Quota => ({
    ...{ period, limit, name },
    id: `${scopeKey(scope)}:${period.key}`,
  });
  if (scope.environment === 'sandbox') return [quota(dayOf(at), SANDBOX_DAILY, 'daily sandbox quota')];
  const monthly = quota(monthOf(at), monthlyQuota, 'monthly quota');
  return dailyQuota === null ? [monthly] : [monthly, quota(dayOf(at), dailyQuota, 'daily quota')];
}

/** Shows in the metrics how much of a quota is used. */
export function noteUsed(
  { applicationId: application, environment }: Scope,
  { period, limit }: Pick<Quota, 'period' | 'limit'>,
  used: number,
): void {
  noteQuota({
    ...{ application, environment, used, limit, endsAt: period.endsAt.getTime() },
    period: period.key.startsWith('day') ? 'day' : 'month',
  });
}

/**
 * Takes a share for notifications that count `costs`, or for as many as fit, in this order. If a later quota fails, an
 * earlier one keeps nothing.
 */
export async function takeQuota(
  quotas: QuotaStore,
  caller: Principal,
  costs: number[],
  { holder, at, paid }: QuotaAccount,
): Promise<QuotaShare> {
  const taken: { id: string; amount: number; heldSince?: Date }[] = [];
  let amount = paid;
  const parts = costs.map((cost) => (amount += cost));
  let granted = amount;
  let exceeded: ApiError | null = null;
  const share: Pick<QuotaShare, 'keep' | 'settle'> = {
    keep: async (most) => {
      for (const one of taken) {
        const back = one.amount - most;
        if (back <= 0) continue;
        // Set before the write, so that nothing is given back twice if its answer is lost.
        one.amount = most;
        await quotas.reduce(one.id, back, holder);
      }
    },
    settle: async (madeElsewhere = 0) => {
      if (holder === undefined) return;
      await Promise.all(
        taken.map(async ({ id, heldSince: since }) => {
          const isTwice = madeElsewhere > 0 && since !== undefined;
          if (isTwice && (await quotas.settleCountedTwice(id, { holder, since }, madeElsewhere))) return;
          await quotas.settle(id, holder);
        }),
      );
    },
  };
  try {
    for (const { id, period, limit, name } of quotasOf(caller.scope, caller.application, at)) {
      const expiresAt = keptUntil(period);
      const request = { id, limit, amount: granted, charged: paid, partial: true, parts, holder, expiresAt };
      const part = await quotas.take(request);
      taken.push({ id, amount: part.taken, heldSince: part.heldSince });
      noteUsed(caller.scope, { period, limit }, part.current);
      if (part.taken < granted) {
        const left = Math.max(0, limit - part.current);
        const why =
          left === 0
            ? 'is used up'
            : `has ${left} left, and the notification needs more: one for itself and one for each copy in cc and bcc`;
        exceeded = ApiError.of('QUOTA_EXCEEDED', [name, limit, why], {
          current: part.current,
          limit,
        });
        granted = part.taken;
      }
      // Gives back what an earlier quota granted beyond this one, and what an earlier process of the request held.
      await share.keep(granted);
      if (granted === 0) break;
    }
  } catch (error) {
    await share.keep(paid).then(
      () => share.settle(),
      () => undefined,
    );
    throw error;
  }
  return { ...share, granted, exceeded };
}

import { monthOf } from '../../../core/sending/quota-period';
import type { Environment } from '../../../core/shared/channels';
import { periodsBetween } from '../../../core/statistics/period';
import { readCounts } from '../../../core/statistics/read';
import type { Application } from '../../../store/accounts/applications';
import type { Store } from '../../../store/store';
import { quotasOf } from '../../sending/quota';

/** Returns how much of its quotas an application uses now, and what it sent on each day of a month. */
export async function usageOf(
  store: Pick<Store, 'quotas' | 'statistics'>,
  application: Application,
  { environment, month }: { environment: Environment; month?: string },
) {
  const now = new Date();
  const from = new Date(`${month ?? now.toISOString().slice(0, 7)}-01T00:00:00.000Z`);
  const to = monthOf(from).endsAt;
  const scope = { applicationId: application._id, environment };
  const [sums, quotas] = await Promise.all([
    store.statistics.sums({ scope, by: 'day', from, to }),
    Promise.all(
      quotasOf(scope, application, now).map(async ({ id, limit, period: { key, endsAt } }) => ({
        per: key.startsWith('month') ? ('month' as const) : ('day' as const),
        limit,
        used: await store.quotas.used(id),
        ends_at: endsAt.toISOString(),
      })),
    ),
  ]);
  return {
    month: from.toISOString().slice(0, 7),
    quotas,
    days: periodsBetween('day', from, to).map((at) => {
      const { accepted, quota, channels } = readCounts(sums.get(at) ?? {});
      const day = new Date(at).toISOString().slice(0, 10);
      return { day, accepted, counted: quota, channels };
    }),
  };
}

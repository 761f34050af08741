import { dayOf } from './quota-period';

/** How many messages broadcasts send on each day through an account whose reputation has to grow (BROADCAST-13). */
export interface WarmUp {
  /** Messages of the first day. */
  firstDay: number;
  /** What the number of a day is multiplied by for the next one. */
  factor: number;
  /** The plan is over on the day whose number would reach this. */
  until: number;
  /** The first day, in UTC: `2026-11-27`. */
  startedAt: string;
}

/** A day of a plan that is not over. */
export interface WarmUpDay {
  /** Id of what counts its messages (store/sending/quotas.ts). */
  id: string;
  /** 1 for the first day. */
  day: number;
  /** Messages that broadcasts may send on it. */
  most: number;
  endsAt: Date;
}

const DAY_MS = 86_400_000;

/** Returns the day of the plan of an integration. Null: it has no plan, or its plan is over. */
export function warmUpDay(
  { id, warmUp }: { id: string; warmUp?: WarmUp | null },
  at: Date,
): WarmUpDay | null {
  if (!warmUp) return null;
  const { firstDay, factor, until, startedAt } = warmUp;
  const passed = Math.floor((at.getTime() - Date.parse(startedAt)) / DAY_MS);
  // The clock of a database may be behind that of the operator.
  const day = Math.max(0, passed) + 1;
  const number = firstDay * factor ** (day - 1);
  if (number >= until) return null;
  const { key, endsAt } = dayOf(at);
  return { id: `warmup:${id}:${key}`, day, most: Math.floor(number), endsAt };
}

/** Returns the integration and the beginning of the UTC day that an id of a day stands for. */
export function ofWarmUpDay(id: string): { integration: string; from: Date } {
  const [, integration = '', , date = ''] = id.split(':');
  return { integration, from: new Date(`${date}T00:00:00Z`) };
}

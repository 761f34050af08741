/** A period that a quota counts in (LIMIT-3): a UTC day or calendar month. */
export interface QuotaPeriod {
  /** `day:2026-02-03` or `month:2026-02`. */
  key: string;
  /** When it ends. */
  endsAt: Date;
}

/** How long what counts in a period is kept after its end, milliseconds. */
const KEPT_AFTER_MS = 7 * 86_400_000;

/** Returns when what counts in a period is removed. */
export const keptUntil = ({ endsAt }: Pick<QuotaPeriod, 'endsAt'>): Date =>
  new Date(endsAt.getTime() + KEPT_AFTER_MS);

export function dayOf(at: Date): QuotaPeriod {
  const endsAt = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1));
  return { key: `day:${at.toISOString().slice(0, 10)}`, endsAt };
}

export function monthOf(at: Date): QuotaPeriod {
  const endsAt = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
  return { key: `month:${at.toISOString().slice(0, 7)}`, endsAt };
}

import { api } from '../../api/client';
import type { Place } from '../../layout/place';

interface Redelivery {
  place: Place;
  since: Date;
  /** Called after each page with the number of events so far. */
  report: (count: number) => void;
  /** Ends it after the page that is on its way. */
  signal: AbortSignal;
}

/** Redelivers all failed and dropped events that happened since a time, page by page. Returns their number. */
export async function redeliverPages({ place, since, report, signal }: Redelivery): Promise<number> {
  // The same time for every page, so that events of meanwhile do not prolong it.
  const until = new Date().toISOString();
  let count = 0;
  let after: string | undefined;
  do {
    const { redelivered, next } = await api.post(
      '/admin/v1/applications/{app}/webhooks/{environment}/redeliver',
      { ...place, body: { since: since.toISOString(), until, after } },
    );
    count += redelivered;
    report(count);
    after = next ?? undefined;
  } while (after !== undefined && !signal.aborted);
  return count;
}

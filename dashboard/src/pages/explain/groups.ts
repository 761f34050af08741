import type { ExplainEntry } from '../../api/types';

/** What happened to one notification, or one thing that is about none. */
export interface Group {
  /** Null: it is about no notification. */
  id: string | null;
  /** The entry that says how it ended, or what it waits for. */
  verdict: ExplainEntry;
  /** Oldest first. */
  entries: readonly ExplainEntry[];
}

/** Codes that say how a notification ended, and not why. */
const ENDINGS: readonly string[] = ['COMPLETED', 'FAILED'];
const WEBHOOKS: readonly string[] = ['WEBHOOK', 'WEBHOOK_FAILED'];

/** Returns the entries of a timeline, oldest first, by notification, the one that began last first. */
export function groupsOf(entries: readonly ExplainEntry[]): Group[] {
  const groups = new Map<string, ExplainEntry[]>();
  entries.forEach((entry, index) => {
    const key = entry.notification_id ?? `${index}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  });
  return [...groups.values()]
    .map((all) => ({ id: all[0]?.notification_id ?? null, verdict: verdictOf(all), entries: all }))
    .toReversed();
}

function verdictOf(entries: readonly ExplainEntry[]): ExplainEntry {
  const own = entries.filter(({ code }) => !WEBHOOKS.includes(code));
  const last = own.findLast(({ code }) => !ENDINGS.includes(code)) ?? own.at(-1);
  // What an open notification waits for stands before what it does.
  const why = own.findLast(({ code, at }) => code === 'PROVIDER_RESTING' && at === last?.at);
  return (last?.code === 'NOW' ? why : undefined) ?? last ?? entries[0]!;
}

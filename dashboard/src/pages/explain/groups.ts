import type { ExplainEntry, Verdict } from '../../api/types';

/** What happened to one notification, or one thing that is about none. */
export interface Group {
  /** Null: it is about no notification. */
  verdict: Verdict | null;
  /** Oldest first; at least one. */
  entries: readonly [ExplainEntry, ...ExplainEntry[]];
}

/** Returns the entries of a timeline, oldest first, by notification, the one that began last first. */
export function groupsOf(entries: readonly ExplainEntry[], verdicts: readonly Verdict[]): Group[] {
  const groups = new Map<string, [ExplainEntry, ...ExplainEntry[]]>();
  entries.forEach((entry, index) => {
    const key = entry.notification_id ?? `${index}`;
    const known = groups.get(key);
    if (known) known.push(entry);
    else groups.set(key, [entry]);
  });
  const judged = new Map(verdicts.map((verdict) => [verdict.notification_id, verdict]));
  return [...groups].map(([id, all]) => ({ verdict: judged.get(id) ?? null, entries: all })).toReversed();
}

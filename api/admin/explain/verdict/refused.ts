import type { StoryEntry } from '../entry';
import { remedy, type Subject } from './remedy';
import type { Verdict } from './schema';

/** Returns the verdict on the last of some refused sends; null without one. */
export function refusedVerdict(refused: readonly StoryEntry[]): (Verdict & { since: string }) | null {
  const last = refused.reduce<StoryEntry | null>((a, b) => (a !== null && a.at >= b.at ? a : b), null);
  if (!last) return null;
  const { at, code, text, event } = last;
  const about: Subject = { kind: 'event', id: event, name: event };
  const mends = code === 'QUOTA_EXCEEDED' ? 'RAISE_QUOTA' : 'FIX_REQUEST';
  return {
    ...{ state: 'refused', code, failure: null, notification_id: null, event: event ?? '', broadcast: null },
    ...{ channel: null, provider: null, about, since: at, next_at: null, waiting: null },
    remedy: remedy(mends, mends === 'RAISE_QUOTA' ? APPLICATION : about, null),
    text,
  };
}

const APPLICATION: Subject = { kind: 'application', id: null, name: null };

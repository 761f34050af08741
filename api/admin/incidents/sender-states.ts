import { LRUCache } from 'lru-cache';
import type { Sender } from '../../../core/sending/sender-type';
import type { Application } from '../../../store/accounts/applications';
import type { ApiDeps } from '../../deps';
import { perProcess } from '../../http/per-process';
import { recordsOf, withoutPendingKeys } from '../senders/records-of';

/** Time after which DNS is asked about a sender again, milliseconds. */
const FRESH_MS = 300_000;
/** Senders of which an answer is kept, and how many of one application are checked. */
const [KEPT, MOST] = [1_000, 20];

/** A sender with records that are missing or wrong. */
export interface SenderFacts {
  id: string;
  value: string;
  /** Such as `spf missing, dkim wrong`. */
  bad: string;
}

interface Asked {
  sender: Sender;
  application: Application;
}

/**
 * Returns what gives the senders of an application with bad DNS records, as DNS said last. It waits for no answer: what is not
 * known yet, or is old, is asked in the background.
 */
export const senderStates = perProcess((deps: ApiDeps) => {
  const states = new LRUCache<string, { bad: string }, Asked>({
    max: KEPT,
    ttl: FRESH_MS,
    allowStale: true,
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (_key, _stale, { context: { sender, application } }) => {
      const { records } = await recordsOf(sender, withoutPendingKeys(application), [], deps);
      const bad = records.filter(({ state }) => state === 'missing' || state === 'wrong');
      return { bad: [...new Set(bad.map(({ purpose, state }) => `${purpose} ${state}`))].join(', ') };
    },
  });
  return (application: Application): SenderFacts[] => {
    // A service on a developer's machine sends from domains that are not set up.
    if (deps.development) return [];
    const domains = application.senders.filter(({ type }) => type === 'domain').slice(0, MOST);
    return domains.flatMap((sender) => {
      const key = `${application._id}:${sender.id}`;
      const known = states.get(key);
      if (states.getRemainingTTL(key) <= 0)
        states
          .fetch(key, { context: { sender, application } })
          .catch((error: unknown) =>
            deps.log.warn({ err: error }, 'the records of a sender were not checked'),
          );
      return known && known.bad !== '' ? [{ id: sender.id, value: sender.value, bad: known.bad }] : [];
    });
  };
});

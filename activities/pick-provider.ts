import type { ProviderRequest } from '../channels/registry';
import type { Candidate } from '../core/candidates';
import { chooseProvider, PROBE_MS } from '../core/failover';
import type { ProviderHealth } from '../core/failover';
import { isElsewhere } from './queue-of';
import type { Sending } from './settle';

/**
 * Who makes this attempt:
 * - `use`: this one; as a `probe` where it was rested and may be well again.
 * - `elsewhere`: one whose messages wait in another queue.
 * - `wait`: all are rested.
 * - `none`: nobody is set up.
 */
export interface Picked {
  kind: 'use';
  candidate: Candidate;
  candidates: Candidate[];
  probe: boolean;
}
export type NotPicked =
  { kind: 'elsewhere'; queue: string | null } | { kind: 'wait'; ms: number } | { kind: 'none' };

/** Messages that wait for the same rest do not all come back in the same moment, milliseconds. */
const SPREAD_MS = 2000;

/** Chooses who sends, and takes the lease where that is a try whether a rested provider is well again. */
export async function pickProvider(sending: Sending, request: ProviderRequest): Promise<Picked | NotPicked> {
  const { deps, notification, message } = sending;
  const { application } = request;
  const candidates = deps.providers.candidates(request);
  if (candidates.length === 0) return { kind: 'none' };
  const health: Record<string, ProviderHealth> = { ...application.health };
  for (;;) {
    const now = Date.now();
    const choice = chooseProvider({
      candidates: candidates.map(({ id }) => id),
      attempts: message.attempts,
      health,
      delivery: notification.delivery,
      nowMs: now,
    });
    if (choice.kind === 'wait') {
      return { kind: 'wait', ms: choice.untilMs - now + Math.round(Math.random() * SPREAD_MS) };
    }
    const { id, probe } = choice;
    const candidate = candidates.find((one) => one.id === id);
    if (!candidate) return { kind: 'none' };
    if (isElsewhere(sending, candidate.queue)) return { kind: 'elsewhere', queue: candidate.queue };
    const seen = health[id];
    if (!probe || !seen?.restUntil) return { kind: 'use', candidate, candidates, probe: false };
    const of = { applicationId: application._id, providerId: id };
    const taken = await deps.store.providerHealth.takeProbe(of, seen.restUntil, new Date(now));
    if (taken) return { kind: 'use', candidate, candidates, probe: true };
    // Another attempt tries it now.
    health[id] = { ...seen, restUntil: new Date(now + PROBE_MS) };
  }
}

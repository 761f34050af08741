import type { ProviderRequest } from '../../channels/registry';
import type { Channel } from '../../core/shared/channels';
import type { Candidate } from '../../core/sending/candidates';
import { chooseProvider, PROBE_MS, type ProviderHealth } from '../../core/sending/failover';
import { holdBy, type Pause } from '../../core/sending/pauses';
import { errorCodeOf } from '../../core/sending/delivery-error';
import type { Rest } from '../../store/notifications/model';
import type { Settlement } from '../../store/notifications/outcome-change';
import { noteResting } from '../../telemetry/delivery-metrics';
import type { WarmUpDay } from '../../core/sending/warm-up';
import { pausedAmong } from './hold';
import { isLease } from './lease';
import { isElsewhere } from './provider-queue';
import type { Sending } from './sending';
import { countInWarmUp } from './warm-up';

/** The provider of this attempt. It is a `probe` if the provider was rested and may have recovered. */
export interface Picked {
  kind: 'use';
  candidate: Candidate;
  candidates: Candidate[];
  /** Those of them that are paused. */
  paused: ReadonlyMap<string, Pause[]>;
  probe: boolean;
}

/**
 * Maximum random delay of messages that wait for the same provider, milliseconds: they must not all come at once. After a long
 * pause, more of them wait: it is a twelfth of their wait, up to the longest.
 */
const SPREAD_MS = { shortest: 2_000, share: 1 / 12, longest: 10_000 };

/**
 * Chooses the provider, and takes the lease if it is probed. Returns what the attempt came to if no provider sends now: all
 * are rested or paused, the message belongs in another queue, or none is set up.
 */
export async function pickProvider(sending: Sending, request: ProviderRequest): Promise<Picked | Settlement> {
  const { deps, notification, message } = sending;
  const { application } = request;
  const candidates = deps.providers.candidates(request);
  if (candidates.length === 0) return noProvider(request.channel);
  const paused = pausedAmong(sending, request, candidates);
  /** Those whose warm-up allows no more messages of broadcasts today. */
  const full = new Map<string, WarmUpDay>();
  const health: Record<string, ProviderHealth> = { ...application.health };
  for (const { id } of candidates) {
    const until = health[id]?.restUntil;
    if (until)
      noteResting({ applicationId: application._id, providerId: id }, nameOf(id, application), until);
  }
  for (;;) {
    const now = deps.store.now().getTime();
    const choice = chooseProvider({
      candidates: candidates.map(({ id }) => id),
      attempts: message.attempts,
      health,
      delivery: notification.delivery,
      repeatOf: message.repeatOf,
      paused: { has: (id) => paused.has(id) || full.has(id) },
      nowMs: now,
    });
    if (choice.kind === 'lost') return LOST;
    if (choice.kind === 'held') {
      const [day] = full.values();
      if (day) return { kind: 'released', until: day.endsAt.getTime(), isWarmingUp: true };
      const pauses = choice.ids.flatMap((id) => paused.get(id) ?? []);
      return { kind: 'released', held: holdBy(pauses, sending.input.dueAt) };
    }
    if (choice.kind === 'wait') {
      const waitMs = choice.untilMs - now;
      const spreadMs = Math.min(Math.max(SPREAD_MS.shortest, waitMs * SPREAD_MS.share), SPREAD_MS.longest);
      const retryAfterMs = waitMs + Math.round(Math.random() * spreadMs);
      const rest = restOf(choice.id, { ...application, health }, now);
      return { kind: 'retry', code: rest?.code, retryAfterMs, rest };
    }
    const { id, probe } = choice;
    const candidate = candidates.find((one) => one.id === id);
    if (!candidate) return noProvider(request.channel);
    if (isElsewhere(sending, candidate.queue)) return { kind: 'released', queue: candidate.queue };
    // Whether it has recovered may take long to see: no workflow task waits for it.
    if (probe && isLease(sending.claim)) return { kind: 'released', queue: null };
    const integration = application.integrations?.find((one) => one.id === id);
    const day = await countInWarmUp(sending, integration);
    if (day) {
      full.set(id, day);
      continue;
    }
    const seen = health[id];
    if (!probe || !seen?.restUntil) return { kind: 'use', candidate, candidates, paused, probe: false };
    const of = { applicationId: application._id, providerId: id };
    const taken = await deps.store.providerHealth.takeProbe(of, seen.restUntil, new Date(now));
    if (taken) return { kind: 'use', candidate, candidates, paused, probe: true };
    // Another attempt tries it now.
    health[id] = { ...seen, restUntil: new Date(now + PROBE_MS) };
  }
}

/** Returns the rest of a provider that nobody may call now, from the health that its choice saw. */
function restOf(
  providerId: string,
  application: ProviderRequest['application'],
  now: number,
): (Rest & { until: Date }) | undefined {
  const resting = application.health?.[providerId];
  if (!resting?.restUntil) return undefined;
  const provider = nameOf(providerId, application);
  const { why, at, restingSince: since = at, restUntil: until } = resting;
  return { at: new Date(now), provider, providerId, code: errorCodeOf(why), since, until };
}

const LOST: Settlement = {
  kind: 'failed',
  code: 'OUTCOME_UNKNOWN',
  message:
    'The integration that may have sent it was removed, or its tenant no longer selects it. No other one sends it (delivery: at_most_once).',
};

const nameOf = (providerId: string, { integrations = [] }: ProviderRequest['application']): string =>
  integrations.find(({ id }) => id === providerId)?.provider ?? 'smtp';

export const noProvider = (channel: Channel): Settlement => ({
  kind: 'failed',
  code: 'NO_PROVIDER',
  message: `No provider is set up for ${channel}.`,
});

import { z } from 'zod';
import { type Candidate, candidatesFor } from '../../../core/sending/candidates';
import { type ProviderHealth, chooseProvider } from '../../../core/sending/failover';
import { nameIn } from '../../../core/sending/failure-text';
import { isOpen } from '../../../core/shared/statuses';
import type { Application } from '../../../store/accounts/applications';
import type { Note, Notification } from '../../../store/notifications/model';
import { isTimed } from '../../../store/notifications/timed-notes';
import { NO_PROGRESS, type PendingActivity, type Progress } from '../../../temporal/progress';
import { timestamp } from '../../http/formats';
import { heldStepOf, pauseText } from './held-step';
import { lastFailureIn, queuedIn, retriedUntilIn } from './last-failure';

/** What an open notification does next. */
export const nextStepSchema = z
  .object({
    state: z
      .enum(['sending', 'retrying', 'queued', 'resting', 'held', 'paused', 'waiting', 'blocked'])
      .describe(
        '`held`: the notification, its event or its integration is paused. `resting`: its provider cools down after failures. `paused`: its activity is paused in Temporal. `waiting`: no send is due. `blocked`: a step that sends nothing fails and is retried.',
      ),
    at: timestamp.nullable(),
    provider_id: z.string().nullable(),
    provider: z.string().nullable().describe('As texts name it.'),
    last_failure: z.string().nullable().describe('What the last attempt failed with: names and codes.'),
    retried_until: timestamp.nullable(),
    text: z.string().describe('The next step in one or two sentences.'),
  })
  .meta({ id: 'NextStep' });

export type NextStep = z.output<typeof nextStepSchema>;

interface Sources {
  notification: Notification;
  application: Application | null;
  progress: Progress | null;
  now: Date;
}

type Sending = Pick<NextStep, 'state' | 'text'> & Partial<Pick<NextStep, 'at' | 'provider_id' | 'provider'>>;

/** Returns what a notification does next; null if it is over, or if nothing is known. */
export function nextStepOf(sources: Sources): NextStep | null {
  const { pending, details, isDescribed } = sources.progress ?? NO_PROGRESS;
  if (!isOpen(sources.notification.status)) return null;
  const held = heldStepOf(sources);
  if (held !== null) return { ...UNKNOWN, ...held };
  // A run that is described without an activity waits for time or a signal, and for no provider.
  if (!pending) return waitOf(sources) ?? (isDescribed ? null : restOf(sources));
  const sending = pending.name === 'deliver' ? sendOf(pending, sources) : otherOf(pending);
  if (!sending) return null;
  const { state, at = null, provider_id = null, provider = null, text } = sending;
  const failure = lastFailureIn(pending, sources);
  const until = pending.name === 'deliver' ? retriedUntilIn(sources) : null;
  // The words about a rest say why.
  const why = failure === null || state === 'resting' ? '' : ` Last failure: ${failure}.`;
  // The workflow's own details say it, and are shown beside this.
  const retried = until === null || details !== null ? '' : ` Retried until ${until}.`;
  const since = { last_failure: failure, retried_until: until };
  return { state, at, provider_id, provider, ...since, text: `${text}${why}${retried}` };
}

/** Returns the rest that a queued message waits for, if Temporal does not answer. */
function restOf(sources: Sources): NextStep | null {
  const queued: PendingActivity = {
    name: 'deliver',
    state: 'queued',
    nextAt: null,
    startedAt: null,
    failure: null,
  };
  const sending = sendOf(queued, sources);
  return sending.state === 'resting' ? { ...UNKNOWN, ...sending } : null;
}

const UNKNOWN = { at: null, provider_id: null, provider: null, last_failure: null, retried_until: null };

/** Returns what a pending send does. */
function sendOf(pending: PendingActivity, { notification, application, now }: Sources): Sending {
  if (pending.state === 'running') {
    const since = pending.startedAt ? ` since ${pending.startedAt.toISOString()}` : '';
    return { state: 'sending', text: `An attempt is in progress${since}.` };
  }
  if (pending.state === 'paused')
    return { state: 'paused', text: 'Its activity deliver is paused in Temporal. Unpause it there.' };
  const at = pending.nextAt && pending.nextAt > now ? pending.nextAt : null;
  const choice = application && choiceOf(notification, application, at ?? now);
  if (!choice) {
    const text = at ? `The next attempt is at ${at.toISOString()}.` : 'It waits for a worker.';
    return { state: at ? 'retrying' : 'queued', at: at?.toISOString(), text };
  }
  const { candidate, untilMs } = choice;
  const provider = nameOf(candidate.id, application) ?? candidate.id;
  const by = { provider_id: candidate.id, provider };
  const health = application.health?.[candidate.id];
  if (health?.restUntil && (untilMs !== null || health.restUntil > now)) {
    const next = new Date(Math.max(at?.getTime() ?? 0, health.restUntil.getTime())).toISOString();
    const text = `${restText(provider, health)} The next attempt is at ${next}.`;
    return { state: 'resting', at: next, ...by, text };
  }
  if (at) {
    const text = `The next attempt is at ${at.toISOString()} through ${provider}.`;
    return { state: 'retrying', at: at.toISOString(), ...by, text };
  }
  const rate = application.integrations?.find(({ id }) => id === candidate.queue)?.perSecond;
  const text = rate
    ? `It waits for its turn in the queue of ${provider}, which has a rate of ${rate} per second.`
    : `It waits for a worker, which sends it through ${provider}.`;
  return { state: 'queued', ...by, text };
}

/** Says since when and until when a provider rests, and why. */
const restText = (provider: string, health: ProviderHealth): string => {
  const { failures, why, at, restingSince: since = at, restUntil } = health;
  const until = restUntil ? ` until ${restUntil.toISOString()}` : '';
  return `${provider} has been cooling down since ${since.toISOString()}${until}, after ${failures} failures in a row with ${why}.`;
};

const nameOf = (id: string, { integrations = [] }: Application): string | null =>
  nameIn(integrations, { id, provider: id === 'service_smtp' ? 'smtp' : null });

/** Returns who would make an attempt at a time, as an attempt chooses. Null if nobody can, or if the channel is unknown. */
function choiceOf(
  notification: Notification,
  application: Application,
  at: Date,
): { candidate: Candidate; untilMs: number | null } | null {
  const { environment, delivery, sendQueue } = notification;
  const message = queuedIn(notification);
  const first = application.integrations?.find(({ id }) => id === sendQueue);
  const channel = message?.channel ?? first?.channel;
  if (!channel) return null;
  const address = message?.address ?? notification.to[channel] ?? '';
  const request = { application, environment, channel, address };
  const candidates = candidatesFor(request, { serviceSmtp: true });
  if (candidates.length === 0) return null;
  const choice = chooseProvider({
    candidates: candidates.map(({ id }) => id),
    attempts: message?.attempts ?? [],
    health: application.health ?? {},
    delivery,
    repeatOf: message?.repeatOf,
    nowMs: at.getTime(),
  });
  if (choice.kind === 'lost' || choice.kind === 'held') return null;
  const candidate = candidates.find(({ id }) => id === choice.id);
  return candidate ? { candidate, untilMs: choice.kind === 'wait' ? choice.untilMs : null } : null;
}

/** Returns what an activity that sends nothing waits for; null if it runs as it should. */
function otherOf({ name, nextAt, failure }: PendingActivity): Sending | null {
  if (failure === null) return null;
  const again = nextAt ? ` It is retried at ${nextAt.toISOString()}.` : '';
  return { state: 'blocked', at: nextAt?.toISOString(), text: `The activity ${name} fails.${again}` };
}

/** Returns what a notification without a pending activity waits for, as far as its document knows. */
function waitOf({ notification, now }: Sources): NextStep | null {
  const { sendAt, waitsFor, notes = [], messages } = notification;
  const quiet = notes.findLast(isTimed);
  const isQuiet = quiet !== undefined && new Date(quiet.detail) > now;
  const [at, why] =
    sendAt && sendAt > now
      ? [sendAt.toISOString(), 'It begins at its send_at']
      : isQuiet && messages.some(({ status, step }) => status === 'queued' && step === quiet.step)
        ? [quiet.detail, quietText(quiet)]
        : [null, waitsFor === undefined ? null : `It waits for a receipt of ${waitsFor}`];
  if (why === null) return null;
  const paused = notification.paused
    ? ` Its next message is held then: ${pauseText(notification.paused, [])}.`
    : '';
  const text = `${at === null ? `${why}.` : `${why}, ${at}.`}${paused}`;
  return { ...UNKNOWN, state: 'waiting', at, text };
}

function quietText({ code, step, limit }: Note): string {
  if (code === 'WARM_UP') return `Step ${step} waits for the next day of the warm-up of its integration`;
  return code === 'CAPPED'
    ? `Step ${step} is over the ${limit}. It waits for the digest of what is over it`
    : `Step ${step} waits for the end of the quiet hours`;
}

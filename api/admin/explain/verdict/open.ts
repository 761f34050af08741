import type { Channel } from '../../../../core/shared/channels';
import { NO_PROGRESS } from '../../../../temporal/progress';
import { lastFailureOf } from '../../../../core/sending/failure-keys';
import { notificationPause } from '../../../../core/sending/pauses';
import { holdingOf } from '../../notifications/held-step';
import { queuedIn } from '../../notifications/last-failure';
import type { NextStep } from '../../notifications/next-step';
import { accountOf, type Facts, pausedSubject, providerText } from './facts';
import { remedy, type RemedyCode, remedyFor, SERVICE, type Subject } from './remedy';
import type { Cause } from './schema';

/** Returns what an open notification waits for. */
export function openCause(facts: Facts): Cause {
  const { notification, next } = facts;
  const { taskFailing, isDescribed, details } = facts.progress ?? NO_PROGRESS;
  const { event } = notification;
  if (taskFailing)
    return {
      ...{ state: 'not_left', code: 'WORKFLOW_FAILING', since: taskFailing.since?.toISOString() },
      ...mended(facts, 'FIX_CODE', { kind: 'event', id: event, name: event }),
      text: `${event} cannot continue, because its workflow fails: ${taskFailing.error ?? 'the Temporal UI says why'}.`,
    };
  if (next) return nextCause(facts, next);
  if (isDescribed && !queuedIn(notification)) {
    const what = details === null ? '' : `: ${details}`;
    return { state: 'waiting', code: 'NO_STEP_DUE', text: `${event} waits, and no message is due${what}.` };
  }
  // The first attempt is made in the workflow's own task, of which Temporal has no activity.
  if (isDescribed && notification.inFlight)
    return { state: 'not_left', code: 'SENDING', text: `${event} is being sent now.` };
  const since = (notification.reopenedAt ?? notification.startedAt).toISOString();
  if (isDescribed)
    return {
      ...{ state: 'not_left', code: 'QUEUED', since, ...mended(facts, 'WAIT', SERVICE) },
      text: `${event} has not left yet. Its next attempt is about to begin.`,
    };
  if (notification.startPending === undefined)
    return {
      ...{ state: 'not_left', code: 'UNKNOWN', since, ...mended(facts, 'CHECK_TEMPORAL', SERVICE) },
      text: `${event} is open, and Temporal does not say what it waits for.`,
    };
  return {
    ...{ state: 'not_left', code: 'NOT_STARTED', since },
    ...mended(facts, 'CHECK_TEMPORAL', SERVICE),
    text: `${event} has not left: it has not started. The service starts it as soon as Temporal answers.`,
  };
}

function nextCause(facts: Facts, next: NextStep): Cause {
  const { event } = facts.notification;
  const state = 'not_left' as const;
  switch (next.state) {
    case 'resting':
    case 'retrying':
      return providerCause(facts, next);
    case 'queued':
      return queuedCause(facts, next);
    case 'sending':
      return { state, code: 'SENDING', ...through(facts, next), text: `${event} is being sent now.` };
    case 'paused':
      return {
        ...{ state, code: 'ACTIVITY_PAUSED', ...mended(facts, 'UNPAUSE', SERVICE) },
        text: `${event} has not left: its activity is paused in Temporal.`,
      };
    case 'waiting':
      return waitCause(facts, next);
    case 'held':
      return heldCause(facts, next);
    default:
      return {
        ...{ state, code: next.state.toUpperCase(), next_at: next.at },
        ...mended(facts, 'WAIT', SERVICE),
        text: `${event} has not left. ${next.text}`,
      };
  }
}

/** A pause of its event, of its integration or of itself holds it. */
function heldCause(facts: Facts, { text }: NextStep): Cause {
  const { notification, application } = facts;
  const [pause] = holdingOf(notification);
  const isReleasing = application?.pauses?.some(({ id, resumedAt }) => id === pause?.id && resumedAt);
  const about = pausedSubject(pause?.of ?? notificationPause(notification._id), application);
  return {
    ...{ state: 'not_left', code: 'PAUSED', about, since: pause?.since.toISOString() },
    ...(isReleasing ? mended(facts, 'WAIT', SERVICE) : mended(facts, 'RESUME', about)),
    text: `${notification.event} has not left. ${text}`,
  };
}

/** The last attempt failed, or its provider rests. */
function providerCause(facts: Facts, next: NextStep): Cause {
  const { notification, application, waiting } = facts;
  const message = queuedIn(notification);
  const health = application?.health?.[next.provider_id ?? ''];
  const last = message && lastFailureOf(message);
  const isResting = next.state === 'resting';
  const failure = (isResting ? health?.why : null) ?? last?.code ?? null;
  const since = isResting && health ? (health.restingSince ?? health.at) : message?.attempts[0]?.at;
  // What failed before a provider was called is no fault of the next provider.
  const isProviders = isResting || (last !== undefined && last.provider !== null);
  const about = isProviders ? accountOf(next.provider_id, application) : null;
  const code = failure === null ? 'WAIT' : remedyFor(failure, { isOpen: true, account: about });
  const fits = code !== 'FIX_INTEGRATION' || about?.kind === 'integration';
  const name = next.provider ?? providerText({ id: next.provider_id, provider: null }, application);
  const from = since ? ` since ${since.toISOString()}` : '';
  const many = waiting ? ` ${waiting.count}${waiting.more ? ' or more' : ''} wait.` : '';
  const then = next.at === null ? '' : ` The next attempt is at ${next.at}.`;
  return {
    ...{ state: 'not_left', code: isResting ? 'PROVIDER_RESTING' : 'RETRYING', failure, next_at: next.at },
    ...{ ...through(facts, next), about, since: since?.toISOString() },
    ...mended(facts, fits ? code : 'WAIT', fits && about ? about : SERVICE),
    text: isProviders
      ? `${notification.event} has not left: ${name} fails with ${failure ?? 'an unknown failure'}${from}.${many}${then}`
      : `${notification.event} has not left: the last attempt failed with ${failure ?? 'an unknown failure'} before a provider was called.${then}`,
  };
}

function queuedCause(facts: Facts, next: NextStep): Cause {
  const { notification, application, hasWorker } = facts;
  const message = queuedIn(notification);
  const since = (message?.createdAt ?? notification.startedAt).toISOString();
  const { event } = notification;
  if (hasWorker === false)
    return {
      ...{ state: 'not_left', code: 'NO_WORKER', since, ...through(facts, next), about: SERVICE },
      ...mended(facts, 'START_WORKER', SERVICE),
      text: `${event} has not left, because no worker runs.`,
    };
  const rate = application?.integrations?.find(({ id }) => id === next.provider_id)?.perSecond ?? null;
  return {
    ...{ state: 'not_left', code: rate === null ? 'QUEUED' : 'PACED', since, ...through(facts, next) },
    ...mended(facts, 'WAIT', accountOf(next.provider_id, application) ?? SERVICE),
    text: `${event} has not left yet. ${next.text}`,
  };
}

function waitCause({ notification }: Facts, { at, text }: NextStep): Cause {
  const { sendAt, waitsFor, notes = [] } = notification;
  const isScheduled = sendAt !== undefined && sendAt.toISOString() === at;
  const noted = notes.findLast(({ detail }) => detail === at)?.code;
  const timed = noted === 'CAPPED' || noted === 'WARM_UP' ? noted : 'QUIET_HOURS';
  const code = isScheduled ? 'SCHEDULED' : at === null && waitsFor !== undefined ? 'RECEIPT' : timed;
  return { state: 'waiting', code, next_at: at, text: `${notification.event} waits. ${text}` };
}

const through = ({ notification, application }: Facts, { provider_id: id }: NextStep) => {
  const integration = application?.integrations?.find((one) => one.id === id);
  const message = queuedIn(notification);
  const channel: Channel | undefined = message?.channel ?? integration?.channel;
  const provider = integration?.provider ?? (id === 'service_smtp' ? 'smtp' : null);
  return { channel: channel ?? null, provider, about: accountOf(id, application) };
};

const mended = ({ application }: Facts, code: RemedyCode, about: Subject) => ({
  remedy: remedy(code, about, application?.name ?? null),
});

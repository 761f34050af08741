import { countryProblem } from '../../core/caps/countries';
import { decide, isOfProvider } from '../../core/preferences/decide';
import { unwantedBy, wishOf } from '../../core/preferences/wish';
import { addressesOf } from '../../core/sending/reach';
import { route } from '../../core/sending/routing';
import { sendNameOf } from '../../core/sequences/step-key';
import type { SendStep, Step } from '../../core/sequences/steps';
import { isOpen } from '../../core/shared/statuses';
import type { JobQuery } from '../../store/jobs/jobs';
import type { JobTarget } from '../../store/notifications/job-targets';
import { retryRefusal } from '../notifications/retry-refusal';
import type { RetryFacts } from './retry-facts';

/** Returns why a job leaves a notification that it would cancel. Null: it cancels it. */
export const refusalOfCancel = ({ status }: Pick<JobTarget, 'status'>): string | null =>
  isOpen(status) ? null : 'ENDED';

/** Returns why a job leaves a notification that it would pause. Null: it pauses it. */
export const refusalOfPause = ({ status, paused }: Pick<JobTarget, 'status' | 'paused'>): string | null =>
  refusalOfCancel({ status }) ?? (paused ? 'ALREADY_PAUSED' : null);

/** Returns why a job leaves a notification that it would resume. Null: it resumes it. */
export const refusalOfResume = ({ status, paused }: Pick<JobTarget, 'status' | 'paused'>): string | null =>
  refusalOfCancel({ status }) ?? (paused ? null : 'NOT_PAUSED');

/** Returns why a job leaves a notification that it would retry, also if it would only fail again. Null: it retries it. */
export function refusalOfRetry(target: JobTarget, query: JobQuery, facts: RetryFacts): string | null {
  const { status, retriedAs, contactId, contentRemoved } = target;
  if (status !== 'failed') return isOpen(status) ? 'STILL_OPEN' : 'NOT_FAILED';
  if (retriedAs !== undefined && facts.retries.has(retriedAs)) return 'RETRIED';
  const refused = retryRefusal(target, query);
  if (refused) return refused.code;
  if (contentRemoved) return 'CONTENT_REMOVED';
  const contact = contactId === null ? null : facts.contacts.get(contactId);
  if (contact === undefined || contact?.erasingSince) return 'CONTACT_NOT_FOUND';
  if (!facts.events.has(target.event)) return 'EVENT_NOT_FOUND';
  return skipNow(target, facts);
}

/** Returns why the SEND that failed first would be skipped again, as it is routed now; null if it would not be. */
function skipNow(
  { to, contactId, event: name, messages, steps, forcedChannel }: JobTarget,
  { contacts, events, isSuppressed, categories, smsCountries }: RetryFacts,
): 'SUPPRESSED' | 'PREFERENCE' | 'COUNTRY_NOT_ALLOWED' | null {
  const [first] = messages;
  const event = events.get(name);
  if (!first || !event) return null;
  const send = sendNameOf(first.step);
  const own = sendsIn(steps).find((step) => step.name === send)?.channel;
  const contact = contacts.get(contactId ?? '') ?? null;
  const isUnwanted = unwantedBy({ event, contact, categories });
  const reach = { addresses: addressesOf({ to, contact }), isSuppressed, isUnwanted };
  const routed = route(event, send, reach, forcedChannel ?? own);
  if (!routed.ok) return null;
  const decision = decide(wishOf({ event, contact, categories, channel: routed.channel }));
  const suppressed = isSuppressed(routed.channel, routed.address) ? 'SUPPRESSED' : null;
  const abroad = countryProblem(smsCountries, routed) === null ? null : 'COUNTRY_NOT_ALLOWED';
  if (decision.on) return abroad ?? suppressed;
  return isOfProvider(decision) ? (suppressed ?? 'PREFERENCE') : 'PREFERENCE';
}

const sendsIn = (steps: readonly Step[]): SendStep[] =>
  steps.flatMap((step) => {
    if (step.type === 'send') return [step];
    return step.type === 'condition' ? [...sendsIn(step.then), ...sendsIn(step.else)] : [];
  });

import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { SendResult } from '../../channels/provider';
import { guardCounts, guardedPrefix, guardText, isPumped } from '../../core/caps/sms-guard';
import { type ApplicationPause, holdBy, pauseOf, prefixPause } from '../../core/sending/pauses';
import { newId } from '../../core/shared/ids';
import { logRarely } from '../../net/listeners/log-rarely';
import type { Settlement } from '../../store/notifications/outcome-change';
import type { Ready } from './prepare';
import type { Sending } from './sending';

/** Whose pauses they are, in lists and in the audit of operators. */
const BY = 'SMS guard';

type Rarely = ReturnType<typeof logRarely>;

/** One for each log and application. Each SMS would write that an application has too many pauses. */
const full = new WeakMap<Logger, LRUCache<string, Rarely>>();
function fullOf(log: Logger, applicationId: string): Rarely {
  const ofLog = full.get(log) ?? new LRUCache<string, Rarely>({ max: 1000 });
  full.set(log, ofLog);
  const known = ofLog.get(applicationId) ?? logRarely(log, 'error');
  ofLog.set(applicationId, known);
  return known;
}

/**
 * Holds a message whose prefix has too many SMS without a follow-up, just before its provider is called (CAP-12). Returns null
 * if it is sent. It costs a read, and only for the events that the guard watches.
 */
export async function holdByGuard(sending: Sending, ready: Ready): Promise<Settlement | null> {
  const { deps, input, notification, message } = sending;
  const { smsGuard: guard } = ready.application;
  const prefix = guardedPrefix(guard, notification.event, message);
  if (!guard || prefix === null) return null;
  const { store } = deps;
  try {
    const now = store.now();
    const counts = guardCounts(await store.smsGuard.minutes({ scope: notification, prefix }), now);
    if (!isPumped(guard, counts)) return null;
    const of = prefixPause(notification, prefix);
    const endsAt = new Date(now.getTime() + guard.holdMinutes * 60_000);
    const pause: ApplicationPause = {
      ...{ id: newId(), of, since: now, by: BY, reason: guardText(counts), endsAt, counts },
    };
    const isNew = await store.pauses.add(notification.applicationId, pause);
    if (isNew) deps.log.warn({ prefix, ...counts, endsAt }, 'the SMS guard holds a prefix');
    const held = isNew
      ? pause
      : pauseOf((await store.applications.get(notification.applicationId))?.pauses, of);
    if (held) return { kind: 'released', held: holdBy([held], input.dueAt) };
    const { applicationId } = notification;
    fullOf(deps.log, applicationId)(
      { applicationId, prefix, ...counts },
      'the SMS guard holds nothing: the application has too many pauses',
    );
    return null;
  } catch (error) {
    deps.log.error(
      { err: error, notificationId: notification._id, messageId: message.id },
      'the SMS guard could not decide; the send is retried',
    );
    return { kind: 'retry' };
  }
}

/** Counts an SMS that a provider has taken, if the guard watches its event. Never rejects. */
export async function countForGuard(
  { deps, claim, notification, message }: Sending,
  { application }: Ready,
  { outcome }: Pick<SendResult, 'outcome'>,
): Promise<void> {
  const prefix = guardedPrefix(application.smsGuard, notification.event, message);
  if (prefix === null || outcome !== 'sent' || notification.followedAt) return;
  // The follow-up counts at the time of the attempt too.
  await deps.store.smsGuard.sent({ scope: notification, prefix }, claim.at).catch((error: unknown) => {
    deps.log.error(
      { err: error, notificationId: notification._id, messageId: message.id },
      'the SMS guard has not counted a message',
    );
  });
}

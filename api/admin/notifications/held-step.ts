import { type ApplicationPause, type Pause, pausedThing } from '../../../core/sending/pauses';
import type { Application } from '../../../store/accounts/applications';
import type { Notification } from '../../../store/notifications/model';

type Names = readonly { id: string; name: string }[];

/** Says what is paused, since when, by whom and why. */
export function pauseText({ of, since, by, reason }: Pause, integrations: Names): string {
  const why = reason === null ? '' : ` (${reason})`;
  return `${thingText(of, integrations)} has been paused since ${since.toISOString()} by ${by}${why}`;
}

/** Returns what is paused, in words: `event order-shipped`, `integration relay-main`, `this notification`. */
export function thingText(of: string, integrations: Names): string {
  const { kind, name } = pausedThing(of);
  if (kind === 'notification') return 'this notification';
  return `${kind} ${integrations.find(({ id }) => id === name)?.name ?? name}`;
}

/** Returns the pauses that hold a notification. */
export function holdingOf({
  held,
  messages,
  paused,
}: Pick<Notification, 'held' | 'messages' | 'paused'>): readonly Pause[] {
  if (!held) return [];
  const pauses = messages.find(({ id }) => id === held.messageId)?.holds?.at(-1)?.pauses ?? [];
  return pauses.length > 0 ? pauses : paused ? [paused] : [];
}

/** Returns the next step of a notification that is held; null if none is. */
export function heldStepOf({
  notification,
  application,
}: {
  notification: Notification;
  application: Pick<Application, 'integrations' | 'pauses'> | null;
}): { state: 'held'; text: string } | null {
  const { held } = notification;
  if (!held) return null;
  const names = application?.integrations ?? [];
  const known = holdingOf(notification);
  const released = application?.pauses?.find(
    (one: ApplicationPause) => one.resumedAt && held.by.includes(one.of),
  );
  const then = released ? ' It was resumed, and releases what it holds in order.' : '';
  const what = known.map((one) => pauseText(one, names)).join('; ');
  return { state: 'held', text: `It is held: ${what === '' ? held.by.join(', ') : what}.${then}` };
}

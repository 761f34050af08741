import type { WorkflowHandle } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import type { Notification } from '../../../store/notifications/model';
import { historyText } from '../history-text';
import { eventually } from '../eventually';
import { messageViolations } from './message-invariants';
import { pathsOf } from './paths';
import type { Played } from './run-world';
import { OF_A_PERSON, type Person, inArray } from './traffic';
import type { FileStep } from './sequence';
import { type Violation, type ViolationKind, violation } from './violation';
import { wrongFailure } from './wrong-failure';

/** What a round has left that must not be; empty where all invariants hold. */
export async function violationsOf(played: Played): Promise<Violation[]> {
  const { stack, people, watched, providers } = played;
  const violations = watched.violations.map((what) => violation('status', what));
  const known = new Set<string>();
  for (const person of people) {
    const stored = await Promise.all(person.ids.map((id) => stack.store.notifications.get(id)));
    const found = stored.flatMap((one) => one ?? []);
    const say = (kind: ViolationKind, what: string): void =>
      void violations.push(violation(kind, `person ${person.index} (${person.ids.join(', ')}): ${what}`));
    if (found.length < person.ids.length) say('lost', 'an accepted notification is gone');
    for (const what of await acceptedElse(played, person, found)) say('doubled', what);
    for (const what of wrongCounts(person, found)) say('status', what);
    for (const what of wrongSuppression(played, person)) say('status', what);
    for (const one of found) {
      for (const what of wrongPath(person, one)) say('status', what);
      for (const message of one.messages) {
        known.add(message.id);
        for (const what of await wrongFailure(played, person, one, message)) say('status', what);
        for (const { kind, what } of messageViolations(played, one, message)) say(kind, what);
      }
    }
  }
  for (const { provider, messageId } of providers.accepted)
    if (!known.has(messageId))
      violations.push(violation('doubled', `${provider} got ${messageId}, which is no message`));
  const history = async (id: string, isWebhook = false): Promise<void> => {
    for (const what of await wrongHistory(played, id, isWebhook)) violations.push(violation('status', what));
  };
  for (const person of people) for (const id of person.ids) await history(id);
  // Events of receipts, and those that were repeated, have a workflow of their own.
  const events = new Set(played.hook.received.map(({ headers }) => String(headers['webhook-id'])));
  for (const id of events) await history(`webhook-${id}`, true);
  return [...new Map(violations.map((one) => [one.what, one])).values()];
}

/** A repeated request has made nothing twice. */
async function acceptedElse({ stack }: Played, person: Person, found: Notification[]) {
  const { ids, refused } = person;
  const wrong: string[] = [];
  const sends = inArray(person) ? 1 : person.of.sends;
  if (ids.length + refused !== sends)
    wrong.push(`${sends} sends, ${ids.length} accepted, ${refused} refused`);
  const contact = found[0]?.contactId;
  if (!contact) return wrong;
  const all = await stack.store.notifications.idsOf(contact, 100);
  const more = all.filter((id) => !ids.includes(id));
  if (more.length > 0) wrong.push(`there are notifications that nobody was told of: ${more.join(', ')}`);
  return wrong;
}

/** How long a cancel waits for an outcome, milliseconds, less what answering takes. */
const UNDECIDED_MS = 9500;

/** Never more are counted as cancelled than were stopped; as many where nothing was undecided for 10 s. */
function wrongCounts({ cancels }: Person, found: Notification[]): string[] {
  const stopped = found.filter(({ status }) => status === 'stopped').length;
  const counted = cancels.reduce((sum, { cancelled }) => sum + cancelled, 0);
  const said = `${counted} counted as cancelled and ${stopped} stopped (${JSON.stringify(cancels)})`;
  if (counted > stopped) return [said];
  const decided = cancels.every(({ tookMs, repeated }) => tookMs < UNDECIDED_MS && !repeated);
  return decided && counted !== stopped ? [said] : [];
}

/** A send that had looked already may still go out, milliseconds. */
const UNDER_WAY_MS = 3000;

/** Once a hard bounce or a complaint is known nothing more goes to the address. */
function wrongSuppression({ providers, stallMs }: Played, { email }: Person): string[] {
  if (!email) return [];
  const known = providers.reported.filter(
    ({ address, kind, channel }) =>
      channel === 'email' && address === email && (kind === 'hard' || kind === 'complained'),
  );
  const from = Math.min(...known.map(({ at }) => at)) + UNDER_WAY_MS + stallMs;
  const late = providers.calls.filter(({ address, at }) => address === email && at > from);
  return late.length > 0 ? [`${late.length} calls for a suppressed address`] : [];
}

/** The messages are those of a run that the steps allow; of what was stopped, the beginning of one. */
function wrongPath(person: Person, { status, messages }: Notification): string[] {
  const { of, event } = person;
  const plan = inArray(person) ? event.plan : of.plan;
  const paths = pathsOf(event.steps, {
    plan,
    channels: event.channels,
    tier: of.tier,
    ...(of.forced && { forced: of.forced }),
  });
  const keys = messages.map(({ step }) => step);
  const fits = paths.some(
    (path) =>
      keys.every((key, index) => path[index] === key) &&
      (status === 'stopped' || path.length === keys.length),
  );
  const wrong = fits ? [] : [`${status} with the messages ${keys.join(', ')}, which no run leaves`];
  const channels = channelsOf(event.steps);
  for (const { step, channel } of messages) {
    const [name = '', fallback] = step.split('>');
    const expected = of.forced ?? fallback ?? channels.get(name);
    if (expected && expected !== channel) wrong.push(`${step} went over ${channel}`);
  }
  return wrong;
}

/** The channels that steps name, by SEND. */
function channelsOf(steps: FileStep[], found = new Map<string, string>()): Map<string, string> {
  for (const step of steps) {
    if ('send' in step && step.send.channel) found.set(step.send.name, step.send.channel);
    if ('if' in step) channelsOf([...step.then, ...step.else], found);
  }
  return found;
}

const CLOSED: Record<string, string[]> = {
  completed: ['COMPLETED'],
  failed: ['FAILED'],
  stopped: ['CANCELLED', 'COMPLETED'],
};

/** The execution is closed as the document says, and its history holds nothing of a person. */
async function wrongHistory({ stack, watched }: Played, id: string, isWebhook = false) {
  const handle = stack.temporal.workflow.getHandle(id);
  const wrong: string[] = [];
  try {
    const ended = async () => {
      const found = await handle.describe();
      return found.status.name !== 'RUNNING' && found;
    };
    // Throws at once if there is none.
    const { status } = (await ended()) || (await eventually(`workflow ${id} to close`, ended));
    const said = watched.views.get(id)?.status;
    if (said && !CLOSED[said]?.includes(status.name))
      wrong.push(`${id}: ${said}, its workflow ${status.name}`);
    const text = historyText(await handle.fetchHistory());
    if (!text.includes('"notificationId":')) wrong.push(`${id}: its history could not be read`);
    // One look for all: a history for each person would be too much for a thousand of both.
    const held = text.match(OF_A_PERSON);
    if (held) wrong.push(`${id}: its history holds ${[...new Set(held)].join(', ')}`);
  } catch (error) {
    // An event that was told at once has no workflow of its own, and what was stopped before its start gets none.
    const none = (error as Error).name === 'WorkflowNotFoundError';
    const said = watched.views.get(id)?.status;
    if (!none || !(isWebhook || said === 'stopped'))
      wrong.push(`${id}, ${said}: ${String(error)}${await lastEvents(handle)}`);
  }
  return wrong;
}

/** The end of a history that should be closed, for whoever looks for the reason. */
async function lastEvents(handle: WorkflowHandle): Promise<string> {
  const { events } = await handle.fetchHistory().catch(() => ({ events: [] }));
  const names = (events ?? []).map(
    ({ eventId, eventType }) => `${String(eventId)} ${temporal.api.enums.v1.EventType[eventType ?? 0]}`,
  );
  return names.length > 0 ? `; its last events: ${names.slice(-12).join(', ')}` : '';
}

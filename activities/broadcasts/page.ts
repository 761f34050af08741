import pMap from 'p-map';
import type { Contact } from '../../store/contacts/model';
import type { Broadcast } from '../../store/broadcasts/broadcasts';
import type { NotNow, PagePlan, PlannedRecipient } from '../../store/broadcasts/page-plan';
import { isUnavailable } from '../../store/connection';
import type { ActivityDeps } from '../deps';
import { withSources } from './page-deps';
import { claimedByPage, goOnAlone, sendOne, type Turn } from './send-one';
import { SEND_WAITS_MS } from './steps';

/** Starts of workflows at once. */
const STARTS = 5;

/** A page whose recipients are stored. */
export interface BegunPage {
  /** Its number of recipients that are sent to now. */
  size: number;
  /** The contact after which all of the page are ahead, because of a warm-up. Null: none are. */
  cutAfter: string | null;
  /** Recipients a second at most, because those of a paced integration wait in its queue. Null: there are none. */
  perSecond: number | null;
  /** Resolves when each of them has its outcome, or a workflow that goes on. */
  done: Promise<void>;
}

/**
 * Stores the recipients of a page, which accepts and claims them, and begins their sends. A recipient who is stored already is
 * of an earlier run that has died, or stands still. If it is not over, its workflow takes over when the claim's lease has ended.
 */
export async function beginPage(
  deps: ActivityDeps,
  broadcast: Broadcast,
  contactIds: readonly string[],
  turn: Omit<Turn, 'claimedAt'>,
): Promise<BegunPage | NotNow> {
  const { store } = deps;
  const at = performance.now();
  const contacts = (await store.contacts.getMany([...contactIds])).filter(
    ({ erasingSince }) => !erasingSince,
  );
  if (contacts.length === 0) return { size: 0, cutAfter: null, perSecond: null, done: Promise.resolve() };
  const plan = await deps.planPage(broadcast, contacts);
  if ('code' in plan) return plan;
  deps.fault('page-counted');
  const planned = plan.recipients.map((one) =>
    one.by === 'page' ? { ...one, notification: claimedByPage(deps, one.notification) } : one,
  );
  const stored = await storeAll(deps, planned, plan);
  deps.fault('page-stored');
  const made = planned.filter(({ notification }) => !stored.has(notification._id));
  if (stored.size > 0) await plan.keep(made);
  plan.count(made);
  const left = stored.size > 0 ? await store.broadcastRecipients.unstarted([...stored]) : [];
  const sent = made.filter(({ by }) => by === 'page');
  const done = Promise.all([
    pMap(
      [...left, ...made.filter(({ by }) => by === 'workflow').map(({ notification }) => notification)],
      (notification) =>
        turn.steps({ waitMs: SEND_WAITS_MS, claimedAt: at }, () => goOnAlone(deps, notification)),
      { concurrency: STARTS },
    ),
    sendAll(deps, sent, { ...turn, contacts, claimedAt: at }),
  ]).then(() => undefined);
  const cutAfter = plan.isCut ? (plan.recipients.at(-1)?.notification.contactId ?? null) : null;
  return { size: made.length, cutAfter, perSecond: plan.perSecond, done };
}

/**
 * Stores the recipients of a page. Returns the ids of those that were stored before. If that fails, gives back the numbers
 * of warm-ups of those who are not stored. If the database did not answer, it may have stored those whom a read does not find yet: then
 * all stays counted, and the next run gives back what it counts again. The quota gives nothing back: the next run counts nobody again.
 */
async function storeAll(
  { store: { notifications }, log }: ActivityDeps,
  planned: readonly PlannedRecipient[],
  plan: PagePlan,
): Promise<Set<string>> {
  const all = planned.map(({ notification }) => notification);
  try {
    return await notifications.insertAll(all);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    await notifications
      .existing(all.map(({ _id }) => _id))
      .then((found) => plan.keep(planned.filter(({ notification }) => found.has(notification._id))))
      .catch((err: unknown) =>
        log.warn({ err }, 'the day of a warm-up counts messages of a failed page too many'),
      );
    throw error;
  }
}

async function sendAll(
  deps: ActivityDeps,
  sent: readonly PlannedRecipient[],
  { contacts, ...turn }: Turn & { contacts: readonly Contact[] },
): Promise<void> {
  const [first] = sent;
  if (!first) return;
  const own = withSources(deps, { contacts, at: turn.claimedAt, first: first.notification });
  await Promise.all(sent.map(({ notification }) => sendOne(own, notification, turn)));
}

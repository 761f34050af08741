import { candidatesFor, pausesOf } from '../../core/sending/candidates';
import { keptUntil } from '../../core/sending/quota-period';
import { warmUpDay, type WarmUpDay } from '../../core/sending/warm-up';
import type { Scope } from '../../core/shared/scope';
import type { Application } from '../../store/accounts/applications';
import type { PlannedRecipient } from '../../store/broadcasts/page-plan';
import type { Store } from '../../store/store';

/** The recipients of a page that the warm-ups of their integrations allow now. */
export interface WarmedUp {
  recipients: PlannedRecipient[];
  /** When more are allowed. Null: all are allowed. */
  until: Date | null;
  /** Gives back the numbers of all but these. */
  keep(made: readonly PlannedRecipient[]): Promise<void>;
}

/** The integrations that may send a message now, in their order. */
interface Chain {
  days: WarmUpDay[];
  /** Whether one without a warm-up follows. */
  isOpen: boolean;
}

/**
 * Counts the messages of a page in the days of the warm-ups of their integrations, with one write for each (BROADCAST-13). A
 * message for which a day is full goes to the next integration of its channel. If there is none, its contact and those after it
 * stay ahead. A recipient whom a run that has died has stored needs no number: it has one, or takes it with its attempt.
 */
export async function takeWarmUp(
  { quotas, notifications }: Pick<Store, 'quotas' | 'notifications'>,
  { application, scope, at }: { application: Application; scope: Scope; at: Date },
  planned: readonly PlannedRecipient[],
): Promise<WarmedUp> {
  const none = { recipients: [...planned], until: null, keep: () => Promise.resolve() };
  if (!application.integrations?.some((one) => warmUpDay(one, at))) return none;
  // In the order of the audience, so that those after a cut are ahead.
  const ordered = [...planned].sort((a, b) => (contactOf(a) < contactOf(b) ? -1 : 1));
  const chains = ordered.map((one) => chainOf(one, { application, scope, at }));
  const first = await takeFor(quotas, ordered, chains);
  if (first.until === null) return first;
  const stored = await notifications.existing(ordered.map(({ notification }) => notification._id));
  if (stored.size === 0) return first;
  await first.keep([]);
  const needed = chains.map((chain, index) =>
    stored.has(ordered[index]?.notification._id ?? '') ? null : chain,
  );
  return takeFor(quotas, ordered, needed);
}

/** Takes the numbers of recipients from their chains. Null: one needs no number. */
async function takeFor(
  quotas: Store['quotas'],
  ordered: readonly PlannedRecipient[],
  chains: readonly (Chain | null)[],
): Promise<WarmedUp> {
  const taken = new Map<string, number>();
  const has = ordered.map((): WarmUpDay | null => null);
  const levels = Math.max(0, ...chains.map((chain) => chain?.days.length ?? 0));
  for (let level = 0; level < levels; level += 1) {
    const wanted = new Map<string, { day: WarmUpDay; indexes: number[] }>();
    chains.forEach((chain, index) => {
      const day = chain?.days[level];
      if (!day || has[index]) return;
      const one = wanted.get(day.id) ?? { day, indexes: [] };
      one.indexes.push(index);
      wanted.set(day.id, one);
    });
    for (const { day, indexes } of wanted.values()) {
      const expiresAt = keptUntil(day);
      const request = { id: day.id, limit: day.most, amount: indexes.length, partial: true, expiresAt };
      const { taken: granted } = await quotas.take(request);
      taken.set(day.id, (taken.get(day.id) ?? 0) + granted);
      for (const index of indexes.slice(0, granted)) has[index] = day;
    }
  }
  const cut = chains.findIndex((chain, index) => chain !== null && !chain.isOpen && !has[index]);
  const recipients = (cut === -1 ? ordered : ordered.slice(0, cut)).map((one, index) =>
    withTurn(one, chains[index] ?? null, has[index] ?? null),
  );
  const keep = async (made: readonly PlannedRecipient[]): Promise<void> => {
    for (const [id, amount] of taken) {
      const used = made.filter(({ notification }) => notification.messages[0]?.warmUp?.has === id).length;
      if (amount <= used) continue;
      taken.set(id, used);
      await quotas.reduce(id, amount - used);
    }
  };
  await keep(recipients);
  const ends = cut === -1 ? [] : (chains[cut]?.days.map(({ endsAt }) => endsAt) ?? []);
  return { recipients, until: ends[0] ?? null, keep };
}

const contactOf = ({ notification }: PlannedRecipient): string => notification.contactId ?? '';

/** Returns who may send the first message of a recipient now. Null: nothing is sent now, or no warm-up is concerned. */
function chainOf(
  { notification, by }: PlannedRecipient,
  { application, scope, at }: { application: Application; scope: Scope; at: Date },
): Chain | null {
  const [message] = notification.messages;
  if (by === 'skipped' || !message || message.address === null) return null;
  const { channel, address } = message;
  const request = { application, environment: scope.environment, channel, address };
  const days: WarmUpDay[] = [];
  for (const candidate of candidatesFor(request, { serviceSmtp: false })) {
    const { restUntil } = application.health?.[candidate.id] ?? {};
    if ((restUntil && restUntil > at) || pausesOf(request, candidate).length > 0) continue;
    const integration = application.integrations?.find(({ id }) => id === candidate.id);
    const day = integration ? warmUpDay(integration, at) : null;
    if (!day) return days.length === 0 ? null : { days, isOpen: true };
    days.push(day);
  }
  return days.length === 0 ? null : { days, isOpen: false };
}

/** Returns a recipient whose message knows in which day it is counted, and which days were full for it. */
function withTurn(one: PlannedRecipient, chain: Chain | null, has: WarmUpDay | null): PlannedRecipient {
  const [message, ...others] = one.notification.messages;
  if (!chain || !message) return one;
  const before = has
    ? chain.days.slice(
        0,
        chain.days.findIndex(({ id }) => id === has.id),
      )
    : chain.days;
  const warmUp = { has: has?.id ?? null, full: before.map(({ id }) => id) };
  return { ...one, notification: { ...one.notification, messages: [{ ...message, warmUp }, ...others] } };
}

import { isKnownZone } from '../../core/sequences/clock';
import { nextTimeOfDay } from '../../core/sequences/time-of-day';
import type { SendStep } from '../../core/sequences/steps';
import { broadcastRecipientIdOf } from '../../core/shared/ids';
import { failureKey, failureKeysOf } from '../../core/sending/failure-keys';
import { broadcastPause, eventPause, holderIn, pauseOf } from '../../core/sending/pauses';
import { suppressibleAddresses } from '../../core/sending/reach';
import type { Blocked } from '../../core/broadcasts/broadcast';
import type { EventDefinition } from '../../core/events/definition';
import type { Application } from '../../store/accounts/applications';
import type { Broadcast } from '../../store/broadcasts/broadcasts';
import type { PlannedRecipient, PlanPage } from '../../store/broadcasts/page-plan';
import type { Contact } from '../../store/contacts/model';
import { newMessage } from '../../store/notifications/new-message';
import type { Notification } from '../../store/notifications/model';
import { suppressedAmong } from '../../store/suppressions/suppress';
import { counter } from '../../core/statistics/counter';
import { countAccepted } from '../../telemetry/request-metrics';
import type { SendDeps } from '../deps';
import { checkSenders } from './read-broadcast';
import { ApiError } from '../http/api-error';
import { buildNotification } from '../sending/build-notification';
import type { NotificationOrder } from '../sending/order';
import { takePageQuota } from './page-quota';
import { takeWarmUp } from './warm-up';
import { tenantOf } from '../sending/tenant-of';

/** Returns what plans the pages of broadcasts (store/broadcasts/page-plan.ts). */
export const createPlanPage = (deps: SendDeps): PlanPage => {
  const plan = planWith(deps);
  return async (...page) => {
    const first = await plan(...page);
    if (!('code' in first) || first.code !== 'WARM_UP') return first;
    // The cache may not know yet that a plan was changed or removed.
    deps.cached.clear();
    return plan(...page);
  };
};

const planWith =
  (deps: SendDeps): PlanPage =>
  async (broadcast, contacts) => {
    const order = await orderOf(deps, broadcast);
    if ('code' in order) return order;
    const { caller, event } = order;
    const { scope, application } = caller;
    const at = deps.store.now();
    const addresses = contacts
      .flatMap((contact) => suppressibleAddresses({ to: {}, contact }))
      .map((address) => ({ scope, ...address }));
    const isSuppressed = await suppressedAmong(deps, application, addresses);
    const inPage = isMadeInPage(event);
    const planned = contacts.map((contact): PlannedRecipient => {
      const sendAt = localTimeOf(broadcast, contact);
      const own = { ...order, sendAt };
      const id = broadcastRecipientIdOf(broadcast._id, contact._id);
      try {
        const recipient = { id: contact._id, contact, to: {}, isSuppressed };
        const made = buildNotification(own, id, recipient, at);
        const isPlain =
          inPage && sendAt === null && made.messages.length === 1 && made.sendQueue === undefined;
        const notification = { ...made, ofBroadcast: true, priority: 'low' } as const;
        return { notification, by: isPlain ? 'page' : 'workflow' };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const notification = unreachable(order, { id, contact, why: error.message, at });
        return { notification, by: 'skipped' };
      }
    });
    const warmed = await takeWarmUp(deps.store, { application, scope, at }, planned);
    const { recipients, until } = warmed;
    if (until && recipients.length === 0) return { code: 'WARM_UP', until };
    const account = { caller, broadcastId: broadcast._id, at };
    const fits = await takePageQuota(deps.store, account, recipients).catch(async (error: unknown) => {
      await warmed.keep([]);
      throw error;
    });
    if (!fits) {
      await warmed.keep([]);
      return { code: 'QUOTA_EXCEEDED' };
    }
    const count = (made: readonly PlannedRecipient[]): void => {
      if (made.length === 0) return;
      countAccepted(scope.environment, made.length);
      deps.store.statistics.count(scope, counter.accepted, made.length);
      deps.store.statistics.countEvent(scope, 'accepted', event.name, made.length);
      deps.store.statistics.count(scope, counter.quota, costOf(made));
    };
    const perSecond = leastRate(application, recipients);
    return { recipients, isCut: until !== null, perSecond, keep: warmed.keep, count };
  };

/** Whether one SEND is all that an event does, and may be repeated if its outcome is unknown. */
function isMadeInPage({ code, steps, delivery }: EventDefinition): boolean {
  const [first, ...others] = steps;
  const isPlain = first?.type === 'send' && (first satisfies SendStep).fallback === undefined;
  return code === undefined && isPlain && others.length === 0 && delivery === 'at_least_once';
}

/** Returns when a broadcast by local time goes to a contact; null if it does not wait. Contacts without a zone have UTC. */
function localTimeOf({ localTime, startedAt }: Broadcast, { timezone }: Contact): Date | null {
  if (localTime === null || startedAt === null) return null;
  const [hour = 0, minute = 0] = localTime.split(':').map(Number);
  const zone = timezone !== null && isKnownZone(timezone) ? timezone : null;
  return new Date(nextTimeOfDay({ hour, minute }, [zone, 'UTC'], startedAt.getTime()));
}

/** Whether a pause holds the recipients of a broadcast. */
function isPaused(id: string, application: Pick<Application, 'pauses'> | null): boolean {
  const pause = pauseOf(application?.pauses, broadcastPause(id));
  return pause !== undefined && !pause.resumedAt;
}

/** Returns what all recipients of a broadcast share, or why it cannot go on. */
async function orderOf(
  { cached, store }: SendDeps,
  { _id, applicationId, environment, event: name, tenant: tenantId, language }: Broadcast,
): Promise<NotificationOrder | Pick<Blocked, 'code'>> {
  const scope = { applicationId, environment };
  const found = await cached.application(applicationId);
  if (found?.subscription !== 'active') return { code: 'SUBSCRIPTION_INACTIVE' };
  const event = await cached.event(scope, name);
  if (!event) return { code: 'EVENT_NOT_FOUND' };
  // The API adds the pause first, and may die before it changes the state. The cache may not know yet that it was resumed.
  if (isPaused(_id, found) && isPaused(_id, await store.applications.get(applicationId)))
    return { code: 'PAUSED' };
  if (holderIn(found.pauses, eventPause(scope, name))) return { code: 'EVENT_PAUSED' };
  const named = await tenantOf({ cached, store }, found, tenantId ?? undefined).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  if (!named) return { code: 'TENANT_NOT_FOUND' };
  const { application, tenant } = named;
  const order: NotificationOrder = {
    ...{ caller: { scope, application }, tenant, event, sendAt: null, batchId: _id, reservationId: null },
    body: { ...(language !== null && { language }) },
  };
  try {
    checkSenders(order);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.code === 'TEMPLATE_MISSING' ? 'TEMPLATE_MISSING' : 'SENDER_UNVERIFIED' };
  }
  return order;
}

/** Returns the notification of a contact whom no channel of the event reaches. It has ended. */
function unreachable(
  order: NotificationOrder,
  { id, contact, why, at }: { id: string; contact: Contact; why: string; at: Date },
): Notification {
  const { event, caller, batchId, tenant } = order;
  const [first] = event.steps;
  const code = 'INVALID_RECIPIENT';
  const made = newMessage({
    ...{ notificationId: id, step: first && 'name' in first ? first.name : 'send', address: null },
    ...{ channel: event.channels[0] ?? 'email', at, retriedUntil: at },
  });
  return {
    ...{ _id: id, ...caller.scope, event: event.name, recipient: contact._id, contactId: contact._id },
    ...(event.version !== undefined && { eventVersion: event.version }),
    contact: { email: null, name: contact.name },
    ...{ status: 'failed', startedAt: at, completedAt: at, batchId, ofBroadcast: true, reservationId: null },
    ...{
      payload: null,
      overrides: null,
      language: order.body.language ?? null,
      from: null,
      forcedChannel: null,
    },
    ...(tenant && { tenant: tenant.id }),
    ...{ to: {}, steps: event.steps, delivery: event.delivery, retryForMs: event.retryForMs, inFlight: null },
    ...(event.sensitive && { sensitive: true }),
    failures: [...failureKeysOf(code, null), UNREACHABLE],
    messages: [{ ...made, status: 'failed', error: { code, message: why } }],
  };
}

/** The search key by which the recipients whom no channel reaches are counted. */
const UNREACHABLE = failureKey({ errorCode: 'UNREACHABLE' }) ?? '';

/** Returns the least rate of the integrations in whose queues recipients wait; null if none does. */
function leastRate(
  { integrations = [] }: Application,
  recipients: readonly PlannedRecipient[],
): number | null {
  const queues = new Set(recipients.flatMap(({ notification }) => notification.sendQueue ?? []));
  const rates = integrations.flatMap(({ id, perSecond }) => (queues.has(id) ? (perSecond ?? []) : []));
  return rates.length > 0 ? Math.min(...rates) : null;
}

const costOf = (some: readonly PlannedRecipient[]): number =>
  some.filter(({ by }) => by !== 'skipped').length;

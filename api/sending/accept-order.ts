import { checkPayload } from '../../core/events/payload/check-payload';
import { quotaCost } from '../../core/sending/copies';
import type { RecipientResult } from '../../core/sending/recipient';
import { sealedFor, sealText } from '../../core/shared/at-rest';
import { fieldPath } from '../../core/shared/field-path';
import { countAccepted } from '../../telemetry/request-metrics';
import { annotate } from '../../telemetry/tracing';
import { sealContent } from '../../store/notifications/content';
import { counter } from '../../core/statistics/counter';
import { ApiError, invalid } from '../http/api-error';
import { commitContacts } from '../contacts/commit';
import type { ApiDeps } from '../deps';
import type { SendOrder } from './build-notification';
import { type Planned, type Target, planRecipients } from './plan-recipients';
import { type QuotaShare, takeQuota } from './quota';

/** Maximum number of notifications that the span of a request names. */
const NAMED_IN_SPAN = 10;

/** The result for one recipient: its notification's id, or why there is none. */
export type RecipientOutcome = { id: string } | { error: ApiError };

interface AcceptOptions {
  /** By recipient. */
  ids: string[];
  /** Holder of the quota that the reservation takes. Absent without an idempotency key. */
  holder?: string;
  /** When the request, or the reservation that it takes over, began. */
  at: Date;
  /** Ids whose notifications an earlier process of the request created. */
  made: Set<string>;
  /** Called before the first notification is written. From then on the request is accepted. */
  onCommit: () => void;
}

/**
 * Accepts the recipients of one request (docs/internals/architecture.md). It resolves the contacts in bulk, routes, takes
 * quota and makes the notifications durable. All refusals happen before anything of a recipient is written.
 */
export async function acceptOrder(
  deps: ApiDeps,
  order: SendOrder,
  recipients: RecipientResult[],
  options: AcceptOptions,
): Promise<RecipientOutcome[]> {
  const { store, vault, dispatcher, fault } = deps;
  if (order.event.sensitive && !vault.canSeal) {
    const message =
      'This event is sensitive and the service has no ENCRYPTION_KEY to encrypt what it says; nothing was sent.';
    throw new ApiError('UNAVAILABLE', message);
  }
  // What an earlier process of the request has accepted was checked with the declaration of its time.
  if (options.made.size === 0) refuseMisfit(order);
  const outcomes: (RecipientOutcome | undefined)[] = recipients.map(() => undefined);
  const { made } = options;
  let todo: Target[] = [];
  for (const [index, parsed] of recipients.entries()) {
    const id = options.ids[index] ?? '';
    if (made.has(id)) outcomes[index] = { id };
    else if (parsed.ok) todo.push({ index, id, recipient: parsed.recipient });
    else
      outcomes[index] = { error: new ApiError('VALIDATION_ERROR', parsed.message, { field: parsed.field }) };
  }

  const { event, forced, body } = order;
  const costs = recipients.map((one) => {
    const own = one.ok && one.recipient.kind === 'contact' ? one.recipient.to.email : undefined;
    return quotaCost({ event, forced, overrides: body.overrides }, own ?? null);
  });
  const costOf = (some: { index: number }[]): number =>
    some.reduce((sum, { index }) => sum + (costs[index] ?? 0), 0);
  const charged = costOf(options.ids.flatMap((id, index) => (made.has(id) ? { index } : [])));

  let share: QuotaShare | null = null;
  let committed = made.size > 0;
  const ready: Planned[] = [];
  try {
    while (todo.length > 0) {
      const plan = await planRecipients(deps, order, todo);
      for (const { index, error } of plan.refused) outcomes[index] = { error: atIndex(error, order, index) };
      // A takeover holds the share of the whole request, including what its predecessor created.
      const wanted = plan.planned.map(({ index }) => costs[index] ?? 0);
      const { holder, at } = options;
      share ??=
        charged + wanted.length === 0
          ? null
          : await takeQuota(store.quotas, order.caller, wanted, { holder, at, charged });
      fault('after-quota');
      let room = (share?.granted ?? 0) - charged - costOf(ready);
      const beyond = wanted.findIndex((cost) => (room -= cost) < 0);
      const granted = beyond === -1 ? plan.planned : plan.planned.slice(0, beyond);
      for (const { index } of plan.planned.slice(granted.length)) {
        if (share?.exceeded) outcomes[index] = { error: share.exceeded };
      }
      const failed = await commitContacts(store.contacts, granted, plan.contacts);
      fault('after-contacts');
      ready.push(...granted.filter(({ contactId }) => contactId === null || !failed.has(contactId)));
      todo = granted.filter(({ contactId }) => contactId !== null && failed.has(contactId));
    }
    await share?.keep(charged + costOf(ready));

    const notifications = ready.map(({ notification }) => sealContent(vault, notification));
    if (notifications.length > 0) {
      committed = true;
      options.onCommit();
      const { batchId } = order;
      if (batchId !== null)
        await store.batches.put({
          id: batchId,
          applicationId: order.caller.scope.applicationId,
          payload: order.body.payload ?? {},
          overrides: order.body.overrides ?? null,
          ...(order.event.sensitive && {
            seal: (text: string) => sealText(vault, text, sealedFor.content(batchId)),
          }),
        });
      await store.notifications.insertAll(notifications);
      annotate({ 'heliograph.notification_id': notifications.map(({ _id }) => _id).slice(0, NAMED_IN_SPAN) });
      countAccepted(order.caller.scope.environment, notifications.length);
      store.statistics.count(order.caller.scope, counter.accepted, notifications.length);
      store.statistics.count(order.caller.scope, counter.quota, costOf(ready));
      fault('after-insert');
      if (batchId === null) await Promise.all(notifications.map((one) => dispatcher.start(one)));
      else dispatcher.startInBackground(notifications);
    }
  } catch (error) {
    // If the request keeps its key, a repeat finishes it and finds this share. Without a repeat the sweep settles it.
    if (share && !(committed && options.holder !== undefined))
      await undo(share, committed).catch((err: unknown) =>
        deps.log.warn({ err }, 'the quota of a failed request could not be given back'),
      );
    throw error;
  }
  for (const { index, id } of ready) outcomes[index] = { id };
  await share?.settle();
  return outcomes.map(
    (outcome) => outcome ?? { error: new ApiError('INTERNAL', 'Something failed on our side; try again.') },
  );

  /** Gives back the share of notifications that do not exist. */
  async function undo({ keep, settle }: QuotaShare, mayExist: boolean): Promise<void> {
    const existing = mayExist ? await store.notifications.existing(ready.map(({ id }) => id)) : new Set();
    await keep(charged + costOf(ready.filter(({ id }) => existing.has(id))));
    await settle();
  }
}

/** Throws if the payload is not what the event declares. */
function refuseMisfit({ event, body }: SendOrder): void {
  const problem = event.payload && checkPayload(event.payload, body.payload ?? {});
  if (problem) throw invalid(fieldPath(['payload', ...problem.path]), problem.rule);
}

/** Adds the position of a recipient in an array to the `field` of its error. */
function atIndex(error: ApiError, order: SendOrder, index: number): ApiError {
  if (order.batchId === null || error.details.field !== undefined) return error;
  return new ApiError(error.code, error.message, { ...error.details, field: `to[${index}]` });
}

import { sealedFor, sealText } from '../../core/shared/at-rest';
import { counter } from '../../core/statistics/counter';
import type { Notification } from '../../store/notifications/model';
import { countAccepted } from '../../telemetry/request-metrics';
import { annotate } from '../../telemetry/tracing';
import type { ApiDeps } from '../deps';
import { type SendOrder, costOf } from './order';
import type { Placed } from './place-recipients';

/** Maximum number of notifications that the span of a request names. */
const NAMED_IN_SPAN = 10;

/**
 * Makes notifications durable. From its first write on, the request is accepted. Returns them, and those that another process
 * of the request has made already.
 */
export async function commitOrder(
  { store, vault, fault }: ApiDeps,
  order: SendOrder,
  placed: Placed[],
): Promise<{ notifications: Notification[]; madeElsewhere: Placed[] }> {
  const { caller, event, body, batchId } = order;
  const { scope } = caller;
  const notifications = placed.map(({ notification }) => notification);
  if (batchId !== null)
    await store.batches.put({
      id: batchId,
      applicationId: scope.applicationId,
      payload: body.payload ?? {},
      overrides: body.overrides ?? null,
      ...(event.sensitive && {
        seal: (text: string) => sealText(vault, text, sealedFor.content(batchId)),
      }),
    });
  const stored = await store.notifications.insertAll(notifications);
  annotate({ 'heliograph.notification_id': notifications.map(({ _id }) => _id).slice(0, NAMED_IN_SPAN) });
  const madeElsewhere = placed.filter(({ id }) => stored.has(id));
  const made = notifications.length - madeElsewhere.length;
  countAccepted(scope.environment, made);
  store.statistics.count(scope, counter.accepted, made);
  store.statistics.count(scope, counter.quota, costOf(order, placed) - costOf(order, madeElsewhere));
  fault('after-insert');
  return { notifications, madeElsewhere };
}

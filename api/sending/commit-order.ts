import { counter } from '../../core/statistics/counter';
import type { Notification } from '../../store/notifications/model';
import { countAccepted } from '../../telemetry/request-metrics';
import { annotate } from '../../telemetry/tracing';
import type { SendDeps } from '../deps';
import { insertAccepted, type Inserted } from './one-open';
import { type SendOrder, costOf } from './order';
import type { Placed } from './place-recipients';

/** Maximum number of notifications that the span of a request names. */
const NAMED_IN_SPAN = 10;

/** What a commit has made durable. `notifications` have to be started, also those that another process has made. */
export interface Committed extends Inserted<Placed> {
  notifications: Notification[];
}

/** Makes notifications durable. From its first write on, the request is accepted. */
export async function commitOrder(deps: SendDeps, order: SendOrder, placed: Placed[]): Promise<Committed> {
  const { store, fault } = deps;
  const { scope } = order.caller;
  const inserted = await insertAccepted(deps, order, placed);
  const { made, madeElsewhere } = inserted;
  const notifications = [...made, ...madeElsewhere].map(({ notification }) => notification);
  annotate({ 'heliograph.notification_id': notifications.map(({ _id }) => _id).slice(0, NAMED_IN_SPAN) });
  countAccepted(scope.environment, made.length);
  store.statistics.count(scope, counter.accepted, made.length);
  if (made.length > 0) store.statistics.countEvent(scope, 'accepted', order.event.name, made.length);
  store.statistics.count(scope, counter.quota, costOf(order, made));
  fault('after-insert');
  return { ...inserted, notifications };
}

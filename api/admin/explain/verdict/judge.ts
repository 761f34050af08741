import type { Scope } from '../../../../core/shared/scope';
import { pausedThing } from '../../../../core/sending/pauses';
import type { Notification } from '../../../../store/notifications/model';
import type { ApiDeps } from '../../../deps';
import { holdingOf } from '../../notifications/held-step';
import type { StorySources } from '../../notifications/story';
import type { Waiting } from './remedy';
import type { Verdict } from './schema';
import { verdictOf } from './verdict';
import { heldWith, waitingAt } from './waiting-count';
import { workerState } from './worker-state';

/** Returns what gives the verdict on notifications. It counts what shares a cause once, and asks Temporal for workers once. */
export function judge(deps: ApiDeps): (sources: StorySources) => Promise<Verdict> {
  const counts = new Map<string, Promise<Waiting>>();
  const countedAt = (scope: Scope, id: string): Promise<Waiting> => {
    const key = `${scope.applicationId}:${scope.environment}:${id}`;
    const counted = counts.get(key) ?? waitingAt(deps.store, scope, id);
    counts.set(key, counted);
    return counted;
  };
  /** What one pause of an event or an integration holds. A notification that is paused itself is one. */
  const heldLike = (notification: Notification): Promise<Waiting> | null => {
    const of = holdingOf(notification)[0]?.of;
    if (of === undefined || pausedThing(of).kind === 'notification') return null;
    const counted = counts.get(of) ?? heldWith(deps.store, of);
    counts.set(of, counted);
    return counted;
  };
  return async (sources) => {
    const { next, notification } = sources;
    const fails = next?.state === 'resting' || next?.state === 'retrying';
    const [waiting, workers] = await Promise.all([
      fails && next.provider_id !== null
        ? countedAt(notification, next.provider_id)
        : next?.state === 'held'
          ? heldLike(notification)
          : null,
      next?.state === 'queued' ? workerState(deps)() : null,
    ]);
    return verdictOf({ ...sources, waiting, hasWorker: workers?.polls ?? null });
  };
}

import { ApplicationFailure } from '@temporalio/activity';
import type { Notification } from '../../store/notifications/model';
import type { Activities, DeliverResult } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { IN_TASK_MS, LATER } from '../first-attempts';
import type { FirstDelivery } from '../webhooks/first-delivery';
import { attemptSend } from './attempt-send';
import { failedFirstOf } from './failed-first';

/** How long no attempt is made in a workflow task after MongoDB did not answer one in time, milliseconds. */
const AWAY_MS = 30_000;
/** When a SEND whose first attempt takes longer is looked at again, milliseconds. */
const LOOK_AFTER_MS = 1_000;
/**
 * Time that an attempt leaves to its webhook in the same call, milliseconds. With less, the webhook has a separate call. If the
 * webhook takes longer, its workflow looks at it at least 9 s later, and by then the request, which takes at most 10 s, is recorded.
 */
const WEBHOOK_MS = 2_500;

/**
 * Makes the first attempt at a SEND inside the workflow's task, as a local activity. Answers `moved` to the main queue if
 * `deliver` has to go on: its SEND is not quick, the attempt failed (`retry` says why), or it takes longer. In the last case
 * the attempt goes on here, and its claim keeps `deliver` from another one. The first attempt at the webhook event of the outcome
 * follows at once if there is time.
 */
export function createDeliverFirst(
  deps: ActivityDeps,
  { atOnce }: Pick<FirstDelivery, 'atOnce'>,
): Activities['deliverFirst'] {
  let awayUntil = 0;
  return async (input) => {
    const { step, applicationId, environment, event } = input;
    const elsewhere: DeliverResult = { outcome: 'moved', step, status: 'running', events: [], queue: null };
    if (performance.now() < awayUntil || !deps.firstAttempts.hasRoom()) return elsewhere;
    if (!deps.pace.isQuick({ applicationId, environment, event, step })) return elsewhere;
    const until = performance.now() + IN_TASK_MS;
    let raised: { eventId: string; notification: Notification } | undefined;
    let isClaimed = false;
    const onClaim = (): void => {
      isClaimed = true;
    };
    const result = await deps.firstAttempts.run(() =>
      attemptSend(deps, input, {
        inTask: true,
        onClaim,
        raised: (eventId, notification) => (raised = { eventId, notification }),
      }).catch((error: unknown) => ({
        ...elsewhere,
        ...(error instanceof ApplicationFailure && { retry: failedFirstOf(deps, error) }),
      })),
    );
    if (result !== LATER) {
      const leftMs = until - performance.now();
      if (!raised || !result.events.includes(raised.eventId) || leftMs < WEBHOOK_MS) return result;
      const { eventId, notification } = raised;
      return (await atOnce(eventId, notification, leftMs))
        ? { ...result, events: [], settledEvents: result.events }
        : result;
    }
    if (!isClaimed) awayUntil = performance.now() + AWAY_MS;
    const message = `${step}: the first attempt takes longer, its outcome is awaited`;
    const late = ApplicationFailure.create({ message, type: 'IN_FLIGHT', nextRetryDelay: LOOK_AFTER_MS });
    return { ...elsewhere, retry: failedFirstOf(deps, late) };
  };
}

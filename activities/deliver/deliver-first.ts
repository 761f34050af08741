import { ApplicationFailure } from '@temporalio/activity';
import type { Activities, DeliverResult } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { LATER } from '../first-attempts';
import { attemptSend } from './attempt-send';
import { failedFirstOf } from './failed-first';

/** How long no attempt is made in a workflow task after MongoDB did not answer one in time, milliseconds. */
const AWAY_MS = 30_000;
/** When a SEND whose first attempt takes longer is looked at again, milliseconds. */
const LOOK_AFTER_MS = 1_000;

/**
 * Makes the first attempt at a SEND inside the workflow's task, as a local activity. Answers `moved` to the main queue if
 * `deliver` has to go on: its SEND is not quick, the attempt failed (`retry` says why), or it takes longer. In the last case
 * the attempt goes on here, and its claim keeps `deliver` from another one.
 */
export function createDeliverFirst(deps: ActivityDeps): Activities['deliverFirst'] {
  let awayUntil = 0;
  return async (input) => {
    const { step, applicationId, environment, event } = input;
    const elsewhere: DeliverResult = { outcome: 'moved', step, status: 'running', events: [], queue: null };
    if (performance.now() < awayUntil || !deps.firstAttempts.hasRoom()) return elsewhere;
    if (!deps.pace.isQuick({ applicationId, environment, event, step })) return elsewhere;
    let isClaimed = false;
    const onClaim = (): void => {
      isClaimed = true;
    };
    const result = await deps.firstAttempts.run(() =>
      attemptSend(deps, input, { inTask: true, onClaim }).catch((error: unknown) => ({
        ...elsewhere,
        ...(error instanceof ApplicationFailure && { retry: failedFirstOf(error) }),
      })),
    );
    if (result !== LATER) return result;
    if (!isClaimed) awayUntil = performance.now() + AWAY_MS;
    const message = `${step}: the first attempt takes longer, its outcome is awaited`;
    return { ...elsewhere, retry: { code: 'IN_FLIGHT', message, delayMs: LOOK_AFTER_MS } };
  };
}

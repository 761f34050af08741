import { randomUUID } from 'node:crypto';
import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import { CLOCKS_DIFFER_MS } from '../../core/shared/clocks-differ';
import type { DeliveryError } from '../../core/sending/delivery-error';
import type { ClaimRequest, ClaimResult } from '../../store/notifications/claims';
import { type InFlight, type Notification, bytesOf } from '../../store/notifications/model';
import { persistently } from '../../store/persistently';
import { newMessage } from '../../store/notifications/new-message';
import type { DeliverInput, DeliverResult } from '../../workflows/activities-contract';
import { NOTIFICATION_FULL } from '../../workflows/contract';
import type { ActivityDeps } from '../deps';
import { refuseMissing } from '../missing';
import { endErased } from '../sequences/end-erased';
import { alreadySettled } from './already-settled';
import { ATTEMPT_DEADLINE_MS, CLAIM_DEADLINE_MS } from './deadlines';
import { isLease, leaseEnd } from './lease';
import { GONE } from './result';
import { routeStep } from './route-step';
import type { Erased, Sending } from './sending';
import { watchLease } from './watch-lease';

/** When a claim that is a lease is looked at again, milliseconds: its outcome may come before its end. */
const LOOK_AGAIN_MS = 2_000;

/**
 * Claims a SEND. While MongoDB is unavailable it tries again for `CLAIM_DEADLINE_MS`. Returns the claimed SEND, or the
 * activity's result if there is nothing to attempt. Throws a retryable failure if another attempt may still be sending.
 * The claim of an attempt in a workflow task is a lease: Temporal does not say when such an attempt has ended.
 */
export async function claim(
  deps: ActivityDeps,
  input: DeliverInput,
  inTask: boolean,
): Promise<Sending | DeliverResult> {
  const inFlight: InFlight = {
    token: randomUUID(),
    step: input.step,
    // Workers of releases without leases take such a claim for another run's, and wait for its deadline.
    runId: inTask ? '' : (activityInfo().workflowExecution?.runId ?? ''),
    at: deps.store.now(),
    marked: false,
    ...(inTask && { until: leaseEnd(deps) }),
  };
  const { notificationId } = input;
  const request: ClaimRequest = {
    notificationId,
    claim: inFlight,
    // Each worker knows the database's clock a little differently, and older releases use their own.
    attemptDeadlineMs: ATTEMPT_DEADLINE_MS + CLOCKS_DIFFER_MS,
  };
  const { found, unroutable = null } = await take(deps, input, request);
  switch (found.kind) {
    case 'claimed':
      return { deps, input, claim: inFlight, lost: new AbortController(), counted: [], ...found, unroutable };
    case 'settled':
      return alreadySettled(deps, input, found);
    case 'closed':
      return { outcome: 'stopped', status: found.notification.status, events: [] };
    case 'skipped':
      return { outcome: 'skipped', status: 'running', events: [] };
    case 'gone':
      await refuseMissing(deps, notificationId);
      return GONE;
    case 'erased':
      return GONE;
    case 'busy':
      throw retry(
        'IN_FLIGHT',
        Math.min(found.until.getTime() - deps.store.now().getTime(), found.leased ? LOOK_AGAIN_MS : Infinity),
      );
    case 'new':
      throw retry('MOVED_ON', 1000);
  }
}

/** Claims the step's message. If the step has none yet, it is routed, and the claim's update adds its message. */
async function take(
  deps: ActivityDeps,
  input: DeliverInput,
  request: ClaimRequest,
): Promise<{
  found: ClaimResult | { kind: 'skipped' } | Erased;
  unroutable?: DeliveryError | null;
}> {
  const { claims } = deps.store;
  const until = request.claim.at.getTime() + CLAIM_DEADLINE_MS;
  const seen = await persistently(deps, () => claims.claim(request), until);
  const isEndedLease = seen.kind === 'busy' && seen.ended === true;
  // A workflow task does not wait for it.
  const found =
    isEndedLease && !isLease(request.claim) ? await watchLease(claims, request, seen.until) : seen;
  if (found.kind !== 'new') return { found };
  refuseFull(found.notification);
  const step = await routeStep(deps, input, found.notification);
  if (step.kind === 'erased') await endErased(deps, found.notification, step.contact);
  if (step.kind !== 'routed') return { found: step };
  const message = newMessage({
    ...step,
    notificationId: input.notificationId,
    step: input.step,
    at: request.claim.at,
    retriedUntil: new Date(input.dueAt + input.retryForMs),
  });
  const begun = await persistently(deps, () => claims.begin(request, message), until);
  const taken: ClaimResult = begun
    ? { kind: 'claimed', notification: begun, message }
    : await persistently(deps, () => claims.claim(request), until);
  // Another attempt may have begun the step with an address.
  const isUnroutable = taken.kind === 'claimed' && taken.message.address === null;
  return { found: taken, unroutable: isUnroutable ? step.unroutable : null };
}

/** Bytes of a notification after which it gets no more messages: MongoDB stores 16 MB at most, and outcomes need room. */
const FULL_BYTES = 15 * 1024 * 1024;
/** Number of messages below which none is that large: each has 128 kB of content and 200 attempts at most. */
const FEW = 20;

/** Throws a failure for good if a notification has no room for another message. MongoDB would refuse each try for ever. */
function refuseFull(notification: Notification): void {
  const { length } = notification.messages;
  if (length < FEW || bytesOf(notification) < FULL_BYTES) return;
  throw ApplicationFailure.nonRetryable(
    `The notification has ${length} messages and no room for more, because MongoDB stores at most 16 MB. ` +
      'Let the sequence send fewer messages, or start another notification for the others.',
    NOTIFICATION_FULL,
  );
}

const retry = (code: string, afterMs: number): ApplicationFailure =>
  ApplicationFailure.create({ message: code, type: code, nextRetryDelay: Math.max(1, afterMs) });

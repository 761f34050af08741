import { randomUUID } from 'node:crypto';
import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import type { DeliveryError } from '../core/delivery-error';
import { isUnsettled } from '../core/unknown-outcome';
import type { ClaimRequest, ClaimResult } from '../store/claims';
import { interruptedAttempt } from '../store/interrupted';
import type { InFlight } from '../store/notification-model';
import type { DeliverInput, DeliverResult } from '../workflows/activities-contract';
import { ATTEMPT_DEADLINE_MS } from './attempt-budget';
import { beginStep } from './begin-step';
import type { ActivityDeps } from './deps';
import { withHeartbeat } from './heartbeat';
import type { Sending } from './settle';
import { settle } from './settle';
import { settled } from './settled';
import { transmit } from './transmit';

/**
 * One attempt at one SEND: claim, render, call the provider, record. All races are decided by the conditional
 * updates of the claim and of the outcome (docs/architecture.md).
 */
export function createDeliver(deps: ActivityDeps) {
  return async (input: DeliverInput): Promise<DeliverResult> => {
    const result = await withHeartbeat(async () => {
      const { workflowExecution } = activityInfo();
      const claim: InFlight = {
        token: randomUUID(),
        step: input.step,
        runId: workflowExecution?.runId ?? '',
        at: new Date(),
        marked: false,
      };
      const { notificationId } = input;
      const request: ClaimRequest = { notificationId, claim, attemptDeadlineMs: ATTEMPT_DEADLINE_MS };
      const first = await deps.store.claims.claim(request);
      if (first.kind !== 'new') return proceed(deps, input, claim, first, null);
      const { found, unroutable } = await beginStep(deps, input, request, first.notification);
      return proceed(deps, input, claim, found, unroutable);
    });
    return { ...result, step: input.step };
  };
}

async function proceed(
  deps: ActivityDeps,
  input: DeliverInput,
  claim: InFlight,
  found: ClaimResult | { kind: 'skipped' },
  unroutable: DeliveryError | null,
): Promise<DeliverResult> {
  switch (found.kind) {
    case 'skipped':
      return { outcome: 'skipped', status: 'running', events: [] };
    case 'gone':
      return { outcome: 'gone', status: 'stopped', events: [] };
    case 'closed':
      return { outcome: 'stopped', status: found.notification.status, events: [] };
    case 'settled':
      return settled(deps, input, found);
    case 'busy':
      throw retry('IN_FLIGHT', found.until.getTime() - Date.now());
    case 'new':
      throw retry('MOVED_ON', 1000);
    case 'claimed': {
      const { notification, message, interrupted } = found;
      const sending: Sending = { deps, input, claim, notification, message };
      if (unroutable !== null) return settle(sending, { kind: 'failed', ...unroutable });
      if (interrupted) return resume(sending, interrupted);
      return isUnsettled(message) ? repeat(sending) : transmit(sending);
    }
  }
}

/** An earlier attempt died between its claim and its record: nobody knows whether it sent. */
async function resume(sending: Sending, interrupted: InFlight): Promise<DeliverResult> {
  const { deps, notification, message } = sending;
  const attempt = interruptedAttempt(message, interrupted, new Date());
  await deps.store.outcomes.recordInterrupted(notification._id, message.id, attempt);
  if (interrupted.marked) return settle(sending, { kind: 'retry' });
  return repeat(sending);
}

/** Sends again what may have been sent, where it may go twice. */
function repeat(sending: Sending): Promise<DeliverResult> {
  if (sending.notification.delivery === 'at_most_once') {
    const why = 'A send was interrupted and is not repeated (delivery: at_most_once).';
    return settle(sending, { kind: 'failed', code: 'OUTCOME_UNKNOWN', message: why });
  }
  return transmit(sending);
}

const retry = (code: string, afterMs: number): ApplicationFailure =>
  ApplicationFailure.create({ message: code, type: code, nextRetryDelay: Math.max(1, afterMs) });

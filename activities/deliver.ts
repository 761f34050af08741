import { randomUUID } from 'node:crypto';
import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import type { DeliveryError } from '../core/delivery-error';
import { isUnsettled } from '../core/unknown-outcome';
import type { ClaimRequest, ClaimResult } from '../store/claims';
import type { InFlight } from '../store/notification-model';
import type { DeliverInput, DeliverResult } from '../workflows/activities-contract';
import { ATTEMPT_DEADLINE_MS, CLAIM_DEADLINE_MS, persistently } from './attempt-budget';
import { beginStep } from './begin-step';
import type { ActivityDeps } from './deps';
import { GONE } from './gone';
import { withHeartbeat } from './heartbeat';
import { refuseMissing } from './missing';
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
      const until = claim.at.getTime() + CLAIM_DEADLINE_MS;
      const first = await persistently(() => deps.store.claims.claim(request), until);
      if (first.kind !== 'new') return proceed(deps, input, claim, first, null);
      const { found, unroutable } = await beginStep(deps, input, { request, until }, first.notification);
      return proceed(deps, input, claim, found, unroutable);
    });
    return { ...result, step: input.step };
  };
}

async function proceed(
  deps: ActivityDeps,
  input: DeliverInput,
  claim: InFlight,
  found: ClaimResult | { kind: 'skipped' | 'erased' },
  unroutable: DeliveryError | null,
): Promise<DeliverResult> {
  switch (found.kind) {
    case 'skipped':
      return { outcome: 'skipped', status: 'running', events: [] };
    case 'gone':
      await refuseMissing(deps, input.notificationId);
      return GONE;
    case 'erased':
      return GONE;
    case 'closed':
      return { outcome: 'stopped', status: found.notification.status, events: [] };
    case 'settled':
      return settled(deps, input, found);
    case 'busy':
      throw retry('IN_FLIGHT', found.until.getTime() - Date.now());
    case 'new':
      throw retry('MOVED_ON', 1000);
    case 'claimed': {
      const { notification, message } = found;
      const sending: Sending = { deps, input, claim, notification, message };
      // A cancel has marked what nobody has sent, or what an earlier attempt left: it gets its way.
      if (notification.inFlight?.marked) return settle(sending, { kind: 'retry' });
      if (unroutable !== null) return settle(sending, { kind: 'failed', ...unroutable });
      return isUnsettled(message) ? repeat(sending) : transmit(sending);
    }
  }
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

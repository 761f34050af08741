/**
 * The judge of the simulator. It is written from the rules alone (docs/reference/rules.md, docs/reference/rules and
 * docs/guides): its author has read no code of the service. Only the parts about references, operators, signals, quiet
 * hours and old primaries are by somebody who had. Each file in `auditor` judges one promise. It claims an order of two things only if one
 * has its answer before the other is asked, and it allows what the rules leave open.
 */
import { judgeAcceptance } from './auditor/acceptance';
import { judgeAttempts } from './auditor/attempts';
import { judgeCancels } from './auditor/cancels';
import { excusesOf, judgeDelivery } from './auditor/delivery';
import { judgeDigests } from './auditor/digests';
import { judgeEndpoint } from './auditor/endpoint';
import { judgeErasure } from './auditor/erasure';
import type { Excuse } from './auditor/excuses';
import { judgeIdempotency } from './auditor/idempotency';
import { judgeOperators } from './auditor/operators';
import { judgeQuota } from './auditor/quota';
import { readHistory } from './auditor/read-history';
import { judgeReasons } from './auditor/reasons';
import { judgeReceipts } from './auditor/receipts';
import { judgeRecipients } from './auditor/recipients';
import { judgeReferences } from './auditor/references';
import { judgeSignals } from './auditor/signals';
import { judgeStatuses } from './auditor/statuses';
import { judgeSuppression } from './auditor/suppression';
import type { Judge, Violation } from './auditor/violation';
import { judgeWebhookAttempts } from './auditor/webhook-attempts';
import { judgeWebhookEvents } from './auditor/webhook-events';
import type { Observation } from './observation';

export type { Excuse } from './auditor/excuses';
export type { Violation } from './auditor/violation';

const JUDGES: readonly Judge[] = [
  ...[judgeAcceptance, judgeRecipients, judgeIdempotency, judgeQuota],
  ...[judgeDelivery, judgeAttempts, judgeDigests, judgeStatuses, judgeReasons, judgeReceipts],
  ...[judgeCancels, judgeSignals, judgeOperators, judgeSuppression, judgeErasure, judgeReferences],
  ...[judgeEndpoint, judgeWebhookEvents, judgeWebhookAttempts],
];

/** Reads a whole history, at rest at its end, and returns each broken promise; empty if all hold. */
export function audit(observations: readonly Observation[]): Violation[] {
  const history = readHistory(observations);
  return JUDGES.flatMap((judge) => judge(history));
}

/** Returns the excuse of each message that a person got more than once, for the story of a history. */
export function findExcuses(observations: readonly Observation[]): Excuse[] {
  return excusesOf(readHistory(observations));
}

import type { SendDeps } from '../deps';
import { acceptOrder } from './accept-order';
import type { RecipientWarning } from '../../core/sending/recipient-warnings';
import type { RecipientOutcome } from './order';
import type { Slot } from './idempotency';
import type { SendRequest } from './read-order';
import { type SendAnswer, answerTo } from './responses';
import { type Resumed, resumeRequest } from './resume-request';

/** Sends what a request asks for, under the ids of its slot. */
export async function send(deps: SendDeps, request: SendRequest, slot: Slot): Promise<SendAnswer> {
  const resumed = await resumeRequest(deps, request, slot);
  const outcomes = 'accepted' in resumed ? resumed.accepted : await acceptOrder(deps, resumed);
  return { ...answerTo(request, slot.seed, outcomes), warnings: warningsOf(resumed, outcomes) };
}

/** Returns the warnings about the recipients that were accepted. */
function warningsOf(resumed: Resumed, outcomes: RecipientOutcome[]): RecipientWarning[] {
  if ('accepted' in resumed) return [];
  const refused = new Set(outcomes.flatMap((one) => ('error' in one ? one.index : [])));
  return resumed.targets.flatMap(({ index, recipient }) =>
    recipient.kind === 'contact' && !refused.has(index) ? recipient.warnings : [],
  );
}

import type { ApiDeps } from '../deps';
import { acceptOrder } from './accept-order';
import type { Slot } from './idempotency';
import type { SendRequest } from './read-order';
import { type SendAnswer, answerTo } from './responses';
import { resumeRequest } from './resume-request';

/** Sends what a request asks for, under the ids of its slot. */
export async function send(deps: ApiDeps, request: SendRequest, slot: Slot): Promise<SendAnswer> {
  const resumed = await resumeRequest(deps, request, slot);
  const outcomes = 'accepted' in resumed ? resumed.accepted : await acceptOrder(deps, resumed);
  return answerTo(request, slot.seed, outcomes);
}

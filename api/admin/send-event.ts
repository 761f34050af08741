import type { z } from 'zod';
import type { EventDefinition } from '../../core/events/definition';
import type { sendEventBody } from '../../core/schemas/admin';
import { sendBody } from '../../core/schemas/send';
import { parseRecipient } from '../../core/sending/recipient';
import { newId } from '../../core/shared/ids';
import type { Scope } from '../../core/shared/scope';
import type { Application } from '../../store/accounts/applications';
import type { ApiDeps } from '../deps';
import { invalid, parse } from '../http/api-error';
import { acceptOrder } from '../sending/accept-order';
import { payloadOf } from './sample-payload';

/** How long the outcome is waited for, milliseconds. */
const WAIT_MS = 10_000;

interface Of {
  scope: Scope;
  application: Application;
  event: EventDefinition;
}

/** Sends an event for an operator, as any send with its quota and suppressions. Returns the id after the first outcome, or after the end if waits are skipped. */
export async function sendEvent(
  deps: ApiDeps,
  of: Of,
  { channel: forced, example, ...given }: z.output<typeof sendEventBody>,
): Promise<string> {
  if (given.skip_waits && of.scope.environment !== 'sandbox')
    throw invalid('skip_waits', 'is for sandbox only');
  const { event, ...caller } = of;
  const id = newId();
  const payload = payloadOf(event, { payload: given.payload, example });
  const order = {
    ...{ caller, event, forced, body: parse(sendBody, { ...given, payload }) },
    ...{ sendAt: null, batchId: null, reservationId: null },
  };
  const recipient = parseRecipient(given.to, { slackChannels: forced === 'slack' });
  const [outcome] = await acceptOrder(deps, order, [recipient], {
    ids: [id],
    at: new Date(),
    made: new Set(),
    onCommit: () => undefined,
  });
  if (outcome && 'error' in outcome) throw outcome.error;
  await (given.skip_waits ? deps.dispatcher.ended(id, WAIT_MS) : deps.dispatcher.firstOutcome(id, WAIT_MS));
  return id;
}

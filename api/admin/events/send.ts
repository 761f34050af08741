import type { z } from 'zod';
import type { EventDefinition } from '../../../core/events/definition';
import { sendEventBody } from '../../../core/schemas/admin';
import { sendBody } from '../../../core/schemas/send';
import { parseRecipient } from '../../../core/sending/recipient';
import type { Scope } from '../../../core/shared/scope';
import type { Application } from '../../../store/accounts/applications';
import type { ApiDeps } from '../../deps';
import { ApiError, invalid, parse } from '../../http/api-error';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { acceptOrder } from '../../sending/accept-order';
import { withoutKey } from '../../sending/idempotency';
import { makeOrder, refuseMisfits } from '../../sending/order';
import { tenantOf } from '../../sending/tenant-of';
import { detailsOf } from '../notifications/details';
import { notificationDetails } from '../notifications/view';
import { EVENTS, eventIn, missingEvent, scopeIn } from './event-in';
import { payloadOf } from './sample-payload';

/** How long the outcome is waited for, milliseconds. */
const WAIT_MS = 10_000;

export const sendEvent = route({
  id: 'sendEvent',
  tag: 'Events',
  method: 'post',
  path: `${EVENTS}/:name/send`,
  role: 'editor',
  audit: 'event.send',
  summary: 'Send an event to one recipient',
  description:
    'As any send, with quota and suppressions. It answers after the first message has an outcome (with `skip_waits`, after the last step), or after 10 s.',
  body: sendEventBody.meta({ id: 'SendRequest' }),
  answer: answer('EventSent', { notification: notificationDetails }),
  errors: [...missingEvent, 'TEMPLATE_MISSING', 'IDENTIFIER_MISSING', 'SENDER_UNVERIFIED', 'QUOTA_EXCEEDED'],
  handler: async (call, deps) => {
    const { application, scope } = await scopeIn(deps.store, call);
    const { body } = call;
    const { definition: event } = await eventIn(deps.store, scope, call);
    const id = await send(deps, { scope, application, event }, body);
    await call.record({ about: [application._id, id] });
    return { notification: await detailsOf(deps, id) };
  },
});

interface Of {
  scope: Scope;
  application: Application;
  event: EventDefinition;
}

/** Sends an event for an operator, as any send with its quota and suppressions. Returns the id after the first outcome, or after the end if waits are skipped. */
async function send(
  deps: ApiDeps,
  of: Of,
  { channel: forced, example, ...given }: z.output<typeof sendEventBody>,
): Promise<string> {
  if (given.skip_waits && of.scope.environment !== 'sandbox')
    throw invalid('skip_waits', 'is allowed in sandbox only');
  const { event } = of;
  const { tenant, application } = await tenantOf(deps, of.application, given.tenant);
  const caller = { scope: of.scope, application };
  const payload = payloadOf(event, { payload: given.payload, example });
  const body = parse(sendBody, { ...given, payload });
  const common = { caller, tenant, event, forced, body, sendAt: null, batchId: null, reservationId: null };
  const overSlack = forced === 'slack';
  const recipients = [parseRecipient(given.to, { slackChannels: overSlack, shortMembers: overSlack })];
  const [outcome] = await withoutKey(deps, body, async ({ ids, at }) => {
    const order = makeOrder(deps, common, { recipients, ids, account: { at, paid: 0 } });
    return acceptOrder(deps, refuseMisfits(order));
  });
  if (!outcome || 'error' in outcome)
    throw outcome?.error ?? new ApiError('INTERNAL', 'There is no outcome.');
  const { id } = outcome;
  await (given.skip_waits ? deps.dispatcher.ended(id, WAIT_MS) : deps.dispatcher.firstOutcome(id, WAIT_MS));
  return id;
}

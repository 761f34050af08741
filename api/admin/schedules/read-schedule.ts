import type { z } from 'zod';
import { CATCH_UP_MS, type scheduleBody } from '../../../core/schemas/schedules';
import type { Scope } from '../../../core/shared/scope';
import type { Application } from '../../../store/accounts/applications';
import type { ScheduleContent } from '../../../store/schedules/schedules';
import { keysOfInput } from '../../contacts/resolve';
import type { ApiDeps } from '../../deps';
import { ApiError, invalid } from '../../http/api-error';
import { withoutKey } from '../../sending/idempotency';
import { refuseMisfits } from '../../sending/order';
import { readOrder } from '../../sending/read-order';

/**
 * Reads what a schedule sends as a request of the API is read. Throws for the first part that a send would refuse: the event,
 * the payload, or a recipient.
 */
export async function readSchedule(
  deps: ApiDeps,
  caller: { scope: Scope; application: Application },
  { event, cron, zone, to, payload, language, tenant, channel, ...options }: z.output<typeof scheduleBody>,
): Promise<ScheduleContent> {
  const body = { to, payload, language, tenant };
  const order = await withoutKey(deps, body, (slot) =>
    readOrder(deps, { caller, event, channel, body }, slot),
  ).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'EVENT_NOT_FOUND') throw error;
    const message = `There is no event ${event} in this environment. Push the event before the schedule.`;
    throw new ApiError('EVENT_NOT_FOUND', message, { field: 'event' });
  });
  if (order.event.sensitive)
    throw invalid(
      'event',
      'is sensitive, and a schedule keeps its payload unencrypted. Send it with the API',
    );
  const { targets, decided } = refuseMisfits(order);
  const refused = decided.find((one) => 'error' in one);
  if (refused) throw refused.error;
  const isArray = Array.isArray(to);
  const entries = (isArray ? to : [to]) as unknown[];
  return {
    ...{ event, cron, zone, isArray },
    recipients: targets.map(({ index, recipient }) => ({
      to: JSON.stringify(entries[index]),
      keys: recipient.kind === 'contact' ? keysOfInput(caller.scope, recipient.input, recipient.uuid) : [],
    })),
    payload: JSON.stringify(payload ?? {}),
    language: language ?? null,
    tenant: tenant ?? null,
    channel: channel ?? null,
    startAt: options.start ?? null,
    endAt: options.end ?? null,
    catchUpMs: options.catch_up ?? CATCH_UP_MS,
  };
}

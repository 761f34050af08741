import pMap from 'p-map';
import type { EventDefinition } from '../../core/events/definition';
import type { Recipient } from '../../core/sending/recipient';
import type { ApiDeps } from '../deps';
import { invalid, unavailable } from '../http/api-error';
import type { Caller } from '../http/middleware/authenticate';
import { recipientKeys } from './one-recipient';

const AT_ONCE = 20;

/**
 * Signals a recipient's open notifications of an event that run a sequence in code. Returns how many got the signal. Throws
 * a 400 if none of them handles it, and a 503 if one of them could not be reached (SIGNAL-3, SIGNAL-6).
 */
export async function signalNotifications(
  deps: ApiDeps,
  caller: Caller,
  { event, recipient, reference }: { event: EventDefinition; recipient: Recipient[]; reference?: string },
  signal: { name: string; args: unknown[] },
): Promise<number> {
  const { store, dispatcher } = deps;
  await store.sweepState.confirmPrimary();
  const keys = await recipientKeys(deps, caller, recipient);
  const open = keys.length === 0 ? [] : await store.notifications.openInCode(keys, event.name, reference);
  if (open.length === 0 && event.code === undefined)
    throw invalid(
      'signal',
      `is not handled. The event ${event.name} runs steps, and only a sequence in code handles signals`,
    );
  const results = await pMap(
    open,
    async ({ _id, sendAt, startPending }) => ({
      result: await dispatcher.signal(_id, signal, sendAt),
      mayBegin: startPending !== undefined,
    }),
    { concurrency: AT_ONCE },
  );
  if (results.some(({ result, mayBegin }) => result === null || (result.kind === 'over' && mayBegin)))
    throw unavailable('Temporal is not available, or a notification has not begun yet. Try again.', 1);
  const signalled = results.filter(({ result }) => result?.kind === 'signalled').length;
  const known = results.flatMap(({ result }) => (result?.kind === 'unknown' ? [result.known] : []));
  if (signalled === 0 && known.length > 0) {
    const names = [...new Set(known.flat())].sort().join(', ');
    throw invalid(
      'signal',
      `is not handled by the sequence at this time. It handles ${names || 'no signals'}`,
    );
  }
  return signalled;
}

import type { ProviderCall } from '../observation';
import { listOf, type History, type Seen } from './history';
import { violation, type Judge, type Violation } from './violation';

/** Messages go to the person of an accepted send, and a refused send creates nothing (RECIPIENT-15, SEND-5). */
export const judgeRecipients: Judge = (history) => {
  const unnamed = new Map<string, Seen<ProviderCall>[]>();
  const found: Violation[] = [];
  for (const notification of history.notifications.values()) {
    const { id, address, send, messages } = notification;
    const calls = [...messages.values()].flatMap((message) => message.calls);
    const astray = send && calls.find((call) => call.address !== address);
    if (astray)
      found.push(
        violation('RECIPIENT-15', `${id} is for ${address} and goes to ${astray.address}`, send, astray),
      );
    if (!send && calls[0]) listOf(unnamed, calls[0].address).push(calls[0]);
  }
  for (const [address, calls] of unnamed) found.push(...uninvited(history, address, calls));
  return found;
};

/** Only a request of unknown outcome explains a notification that no response names, and each explains one. */
function uninvited(history: History, address: string, calls: Seen<ProviderCall>[]): Violation[] {
  const slots = history.slotsOf.get(address) ?? [];
  if (calls.length <= slots.length) return [];
  // A repeat with the same key completes an unknown request: a second notification breaks its promise instead.
  const hasKey = history.sends.some(
    ({ idempotencyKey, to }) =>
      idempotencyKey !== undefined && to.some((addressee) => addressee.address === address),
  );
  const what = `${address} gets ${calls.length} notifications that no response names, of ${slots.length} unknown requests`;
  return [violation(hasKey ? 'IDEMPOTENCY-9' : 'SEND-5', what, ...calls)];
}

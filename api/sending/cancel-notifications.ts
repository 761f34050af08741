import { setTimeout as sleep } from 'node:timers/promises';
import { isOpen } from '../../core/statuses';
import type { Recipient } from '../../core/recipient';
import { findOwners, ownerOf } from '../contacts/resolve-contact';
import type { ApiDeps } from '../deps';
import type { Caller } from '../middleware/authenticate';
import { slackRecipient } from './accept-send';

/** How long a cancel waits for the outcome of a send that is with its provider (decisions: Cancel). */
const OUTCOME_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 100;
const AT_ONCE = 20;

/** Cancels what is pending of an event for a recipient; answers how many ended `stopped`. */
export async function cancelNotifications(
  deps: ApiDeps,
  caller: Caller,
  event: string,
  recipient: Recipient,
): Promise<number> {
  const key = await recipientKey(deps, caller, recipient);
  if (key === null) return 0;
  const ids = await deps.store.notifications.openOf(key, event);
  const deadline = Date.now() + OUTCOME_WAIT_MS;
  let cancelled = 0;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const stopped = await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => cancelOne(deps, id, deadline)));
    cancelled += stopped.filter(Boolean).length;
  }
  return cancelled;
}

async function recipientKey(
  { store }: ApiDeps,
  caller: Caller,
  recipient: Recipient,
): Promise<string | null> {
  if (recipient.kind === 'slack_channel') return slackRecipient(caller, recipient.channel);
  const owners = await findOwners(store, caller.scope, recipient.input, recipient.uuid);
  return ownerOf(owners, recipient.input)?._id ?? null;
}

/** The document decides; the signal to the workflow only wakes it (design: Cancel). */
async function cancelOne(deps: ApiDeps, id: string, deadline: number): Promise<boolean> {
  const { store, dispatcher } = deps;
  const result = await store.outcomes.cancel(id, new Date());
  if (result === 'closed') return false;
  await dispatcher.wakeCancelled(id);
  if (result === 'stopped') return true;
  for (;;) {
    const found = await store.notifications.get(id);
    if (!found) return false;
    if (!isOpen(found.status)) return found.status === 'stopped';
    if (Date.now() >= deadline) return false;
    await sleep(LOOK_EVERY_MS);
  }
}

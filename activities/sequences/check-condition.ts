import { type Facts, holds, unmetBy } from '../../core/sequences/condition';
import { readBy } from '../../core/contacts/fields';
import type { MessageStatus } from '../../core/shared/statuses';
import { sendNameOf } from '../../core/sequences/step-key';
import type { Contact } from '../../store/contacts/model';
import { contentOf } from '../../store/notifications/content';
import type { Notification } from '../../store/notifications/model';
import type { Activities } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { findNotification } from '../missing';

/**
 * Returns whether a condition of a sequence holds now, and records it. Only this answer is in the workflow's history. If a WAIT
 * comes next, the notification is `waiting` from now on.
 */
export function createCheckCondition(deps: ActivityDeps): Activities['checkCondition'] {
  const { store, vault } = deps;
  return async ({ notificationId, step, condition, after }) => {
    const notification = await findNotification(deps, notificationId);
    if (!notification) return false;
    const [contact, batch] = await Promise.all([
      notification.contactId === null ? null : store.contacts.get(notification.contactId),
      notification.batchId === null ? null : store.batches.get(notification.batchId),
    ]);
    const payload = contentOf(vault, notification, batch).payload ?? '{}';
    const facts: Facts = {
      payload: JSON.parse(payload) as Record<string, unknown>,
      contact: contactFacts(contact),
      messages: messageFacts(notification),
    };
    const answer = holds(condition, facts);
    const at = new Date();
    const decision = step === undefined ? null : { step, holds: answer, at };
    if (answer) await store.waits.decide(notificationId, decision);
    else {
      const detail = unmetBy(condition, facts);
      const note = { at, code: 'CONDITION_FALSE', step: null, detail } as const;
      await store.waits.decide(notificationId, decision, note);
    }
    if ((answer ? after.then : after.else) === 'waiting') await store.waits.setWaiting(notificationId);
    return answer;
  };
}

const contactFacts = (contact: Contact | null): Facts['contact'] =>
  contact ? { ...readBy('condition', contact), meta: JSON.parse(contact.meta) as unknown } : {};

function messageFacts({ messages }: Notification): Facts['messages'] {
  const facts: Record<string, MessageStatus[]> = {};
  for (const { step, status } of messages) (facts[sendNameOf(step)] ??= []).push(status);
  return facts;
}

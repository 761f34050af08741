import type { Observation, ProviderCall, Sent } from '../observation';
import { Disturbances } from './disturbances';
import {
  cancelKey,
  erasureOf,
  listOf,
  type History,
  type Message,
  type Notification,
  type Seen,
} from './history';
import { isUnknown, mayBeDone } from './outcomes';

/** Indexes a history once, by notification, message and person. */
export function readHistory(observations: readonly Observation[]): History {
  const all = observations.map((seen, index) => ({ ...seen, index }));
  const history: History = {
    notifications: new Map(),
    sends: [],
    slots: [],
    slotsOf: new Map(),
    cancels: new Map(),
    signals: new Map(),
    erasures: new Map(),
    suppressions: new Map(),
    receipts: [],
    quotas: [],
    endpoints: [],
    webhooks: [],
    disturbances: new Disturbances(all.filter((seen) => seen.kind === 'disturbance')),
  };
  const calls = new Map<string, Seen<ProviderCall>>();
  for (const seen of all) {
    if (seen.kind === 'send') addSend(history, seen);
    else if (seen.kind === 'cancel') listOf(history.cancels, cancelKey(seen.event, seen.address)).push(seen);
    else if (seen.kind === 'signal') listOf(history.signals, cancelKey(seen.event, seen.address)).push(seen);
    else if (seen.kind === 'erase') listOf(history.erasures, seen.address).push(seen);
    else if (seen.kind === 'suppression') listOf(history.suppressions, seen.address).push(seen);
    else if (seen.kind === 'receipt') history.receipts.push(seen);
    else if (seen.kind === 'quota') history.quotas.push(seen);
    else if (seen.kind === 'endpoint') history.endpoints.push(seen);
    else if (seen.kind === 'operator') notificationOf(history, seen.notification).operators.push(seen);
    else if (seen.kind === 'webhook') {
      history.webhooks.push(seen);
      messageOf(history, seen.notification, seen.message).webhooks.push(seen);
    } else if (seen.kind === 'provider') {
      messageOf(history, seen.notification, seen.message).calls.push(seen);
      if (seen.providerMessageId !== undefined && seen.did === 'accepted')
        calls.set(`${seen.provider}\n${seen.providerMessageId}`, seen);
    } else if (seen.kind === 'read' && !history.disturbances.stale(seen.askedAt, seen.at)) {
      const notification = notificationOf(history, seen.notification);
      notification.reads.push(seen);
      if (seen.atRest && seen.status !== 0) notification.rest = seen;
      for (const message of seen.body?.messages ?? [])
        messageOf(history, seen.notification, message.id).views.push({ ...message, read: seen });
    }
  }
  for (const receipt of history.receipts) {
    const call = calls.get(`${receipt.provider}\n${receipt.providerMessageId}`);
    if (call) messageOf(history, call.notification, call.message).reports.push({ ...receipt, call });
  }
  for (const { messages } of history.notifications.values())
    for (const message of messages.values()) {
      message.calls.sort((a, b) => a.askedAt - b.askedAt);
      message.webhooks.sort((a, b) => (a.askedAt ?? a.at) - (b.askedAt ?? b.at));
    }
  findSlots(history);
  findRetries(history);
  return history;
}

function notificationOf(history: History, id: string): Notification {
  let notification = history.notifications.get(id);
  if (!notification) {
    notification = {
      id,
      sends: [],
      acceptedAfter: -Infinity,
      acceptedBefore: Infinity,
      reads: [],
      operators: [],
      messages: new Map(),
    };
    history.notifications.set(id, notification);
  }
  return notification;
}

function messageOf(history: History, notificationId: string, id: string): Message {
  const notification = notificationOf(history, notificationId);
  let message = notification.messages.get(id);
  if (!message) {
    message = { id, notification, calls: [], webhooks: [], reports: [], views: [] };
    notification.messages.set(id, message);
  }
  return message;
}

function addSend(history: History, send: Seen<Sent>): void {
  history.sends.push(send);
  for (const { address, notification: id, kept } of send.to) {
    // It cancels what is open, and nothing counts what it stopped.
    if (send.ifOpen === 'replace') {
      const { at, index, askedAt, event } = send;
      const cancel = { at, index, askedAt, event, address, kind: 'cancel', status: 0 } as const;
      listOf(history.cancels, cancelKey(event, address)).push(cancel);
    }
    if (id === undefined || kept) continue;
    const notification = notificationOf(history, id);
    notification.send ??= send;
    notification.address ??= address;
    notification.sends.push(send);
    notification.acceptedBefore = Math.min(notification.acceptedBefore, send.at);
  }
}

/** A repeat within this time completes an unknown request: less than the 24 hours of its key, for clocks that differ. */
const COMPLETED_MS = 23 * 3_600_000;

/** Requests with the same key and content are one request, which creates its notifications once. */
const groupOf = (send: Seen<Sent>): string =>
  send.idempotencyKey === undefined
    ? `request ${send.index}`
    : `key ${send.idempotencyKey}\n${send.event}\n${send.channel}\n${send.fingerprint}`;

/** Finds who may have a notification that no response names, and since when the named ones may exist. */
function findSlots(history: History): void {
  const groups = new Map<string, Seen<Sent>[]>();
  for (const send of history.sends) listOf(groups, groupOf(send)).push(send);
  for (const sends of groups.values()) {
    const askedAt = Math.min(...sends.map((send) => send.askedAt));
    for (const { notification: id, kept } of sends.flatMap(({ to }) => to)) {
      if (kept) continue;
      const notification = id === undefined ? undefined : history.notifications.get(id);
      if (notification) notification.acceptedAfter = askedAt;
    }
    const unknown = sends.find(({ status }) => isUnknown(status));
    unknown?.to.forEach(({ address, notification }, position) => {
      const isNamed = sends.some(
        (send) =>
          send.to[position]?.notification !== undefined &&
          !send.to[position].kept &&
          send.askedAt < unknown.askedAt + COMPLETED_MS,
      );
      if (notification !== undefined || (isNamed && !erasureOf(history, address, askedAt))) return;
      const slot = { address, send: unknown };
      history.slots.push(slot);
      listOf(history.slotsOf, address).push(slot);
    });
  }
}

/** Finds the notifications that operators' retries made. Each is like one that a send of the same request made then. */
function findRetries(history: History): void {
  const retries = [...history.notifications.values()]
    .flatMap((old) =>
      old.operators
        .filter(({ action, status }) => action === 'retry' && mayBeDone(status))
        .map((retry) => ({ old, retry })),
    )
    .sort((a, b) => a.retry.at - b.retry.at);
  for (const { old, retry } of retries) {
    if (!old.send || old.address === undefined) continue;
    const { address } = old;
    const same = retries.filter((one) => one.old === old).map((one) => one.retry);
    const askedAt = Math.min(...same.map((one) => one.askedAt));
    const { idempotencyKey: _, ...rest } = old.send;
    const to = [{ address, ...(retry.created !== undefined && { notification: retry.created }) }];
    const send: Seen<Sent> = { ...rest, request: 'a retry', askedAt, at: retry.at, index: retry.index, to };
    if (retry.created !== undefined) {
      const made = notificationOf(history, retry.created);
      made.send ??= send;
      made.address ??= address;
      made.retryOf ??= old.id;
      made.acceptedAfter = askedAt;
      made.acceptedBefore = Math.min(made.acceptedBefore, retry.at);
    } else if (same.every(({ created }) => created === undefined))
      listOf(history.slotsOf, address).push({ address, send, isRetry: true });
  }
}

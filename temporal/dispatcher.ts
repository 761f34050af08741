import type { Client } from '@temporalio/client';
import pMap from 'p-map';
import type { Logger } from 'pino';
import { withTimeout } from '../core/shared/with-timeout';
import type { Store } from '../store/store';
import type { Notification } from '../store/notifications/model';
import type { Redelivered } from '../store/webhooks/events';
import { type WebhookInput, FIRST_OUTCOME, webhookWorkflowId } from '../workflows/contract';
import { createCircuitBreaker } from './circuit-breaker';
import { inTime, isTemporalUnavailable } from './with-deadline';
import { type Progress, NO_PROGRESS, progressOf } from './progress';
import { startNotification } from './start-notification';
import type { SearchableNotification } from './search-attributes';
import { searchableOf } from './searchable-delivery';
import { cancelWorkflow, isRunning, signalReceipt, startErasure, startWebhook } from './workflow-calls';
import { type Signalled, signalSequence } from './signal-sequence';

/** How long an answer waits for its start, milliseconds: a busy Temporal makes no caller wait. */
const ANSWER_WITHIN_MS = 50;

/** Calls of one list that are under way at once: so few that a single start does not queue behind them. */
const AT_ONCE = 5;

/** How long operators wait for what a workflow says of itself, milliseconds. */
const PROGRESS_WITHIN_MS = 1000;

/** What the API asks of Temporal. Nothing here fails a request: what cannot be done now the sweep does later. */
export interface Dispatcher {
  /** Starts the workflow of a notification that is durable already; what takes longer goes on behind the answer. */
  start(notification: Notification): Promise<void>;
  /** Starts the workflows of many, some at a time, behind the answer. */
  startBehind(notifications: Notification[]): void;
  /** Waits until the first message of a notification has its outcome, `waitMs` at most. */
  firstOutcome(notificationId: string, waitMs: number): Promise<void>;
  /** Wakes the workflow of a notification that was cancelled. */
  wakeCancelled(notificationId: string): Promise<void>;
  /** Whether a notification's workflow is still at work; null while Temporal is away. */
  isRunning(notificationId: string): Promise<boolean | null>;
  /** Signals a notification's sequence in code; null while Temporal is away. */
  signal(notificationId: string, name: string): Promise<Signalled | null>;
  /** Where a notification's workflow is; what is not known within about a second is null. */
  progress(notificationId: string): Promise<Progress>;
  startErasure(contactId: string): Promise<void>;
  /** Wakes a workflow that waits for a receipt, behind the answer. */
  wake(notificationId: string): void;
  /** Tells an endpoint of an event that a receipt raised, behind the answer. */
  tell(of: SearchableNotification, event: { eventId: string; notificationId: string }): void;
  /** Tells an endpoint of events once more, some at a time, behind the answer. */
  tellAgain(events: Redelivered[]): void;
  /** Tells an endpoint of a test event, and waits until that is over, `waitMs` at most. */
  tellAndWait(event: Redelivered, waitMs: number): Promise<void>;
  /** Whether Temporal answered lately. */
  isReachable(): boolean;
  /** Settles what runs behind the answers. */
  close(): Promise<void>;
}

export interface DispatcherOptions {
  client: Client;
  store: Store;
  taskQueue: string;
  log: Logger;
  /** How long started ids are gathered before one update says so, milliseconds. @default 2000 */
  flushMs?: number;
}

export function createDispatcher({
  client,
  store,
  taskQueue,
  log,
  flushMs = 2000,
}: DispatcherOptions): Dispatcher {
  const background = new Set<Promise<unknown>>();
  const inBackground = (what: string, work: Promise<unknown>): void => {
    const settled = work.catch((error: unknown) =>
      log.warn({ err: error }, `${what} failed; the sweep repeats it`),
    );
    background.add(settled);
    void settled.finally(() => background.delete(settled));
  };
  const breaker = createCircuitBreaker(client, {
    onChange: (isAway) =>
      isAway
        ? log.warn('Temporal does not answer; the sweep does what is asked of it meanwhile')
        : log.info('Temporal answers again'),
  });
  const starting = new Map<string, Promise<void>>();
  let started: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  // A claim says "started" by itself; this is for what no worker has claimed soon.
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const ids = started;
    started = [];
    if (ids.length > 0) inBackground('noting starts', store.notifications.markStarted(ids));
  }

  /** Refusals of Temporal are ours to log: the notification is durable and its request stands. */
  async function attempt(what: string, call: () => Promise<void>): Promise<boolean> {
    try {
      return await breaker.attempt(call);
    } catch (error) {
      log.error({ err: error }, `${what} was refused by Temporal; the sweep repeats it`);
      return false;
    }
  }

  async function start(notification: Notification): Promise<void> {
    if (!(await attempt('a start', () => startNotification(client, taskQueue, notification)))) return;
    started.push(notification._id);
    if (started.length >= 500) flush();
    else timer ??= setTimeout(flush, flushMs);
  }

  async function tell(of: SearchableNotification, event: Omit<WebhookInput, 'attemptsMade'>): Promise<void> {
    const input = { ...event, attemptsMade: 0 };
    if (await attempt('telling an event', () => startWebhook(client, taskQueue, of, input))) return;
    await store.notifications.hastenDelivery(event.notificationId);
  }

  async function tellOne(event: Redelivered): Promise<void> {
    const { _id: eventId, notificationId } = event;
    const input = { eventId, notificationId, attemptsMade: 0 };
    await attempt('telling an event', () => startWebhook(client, taskQueue, searchableOf(event), input));
  }

  return {
    start: async (notification) => {
      const { _id } = notification;
      const begun = start(notification).finally(() => starting.delete(_id));
      starting.set(_id, begun);
      inBackground('a start', begun);
      await withTimeout(begun, ANSWER_WITHIN_MS);
    },
    startBehind: (notifications) => inBackground('starting an array', each(notifications, start)),
    firstOutcome: async (id, waitMs) => {
      const from = Date.now();
      await withTimeout(starting.get(id) ?? Promise.resolve(), waitMs);
      if (!breaker.isOpen()) return;
      const handle = client.workflow.getHandle(id);
      // Whatever ends the wait (the time, a workflow that closed first), the document tells what there is.
      const left = from + waitMs - Date.now();
      await inTime(client, left, () => handle.executeUpdate(FIRST_OUTCOME)).catch(() => undefined);
    },
    wakeCancelled: async (id) => {
      const woken = await attempt('a cancel', () => cancelWorkflow(client, id));
      if (woken) inBackground('noting a cancel', store.notifications.clearPendingCancel(id));
    },
    isRunning: async (id) => {
      let running: boolean | null = null;
      const answered = await breaker.attempt(async () => {
        running = await isRunning(client, id);
      });
      return answered ? running : null;
    },
    signal: async (id, name) => {
      if (!breaker.isOpen()) return null;
      return signalSequence(client, id, name).catch((error: unknown) => {
        if (isTemporalUnavailable(error)) return null;
        throw error;
      });
    },
    // Past the breaker: a query that no worker answers in time does not say that Temporal is away.
    progress: async (id) => (breaker.isOpen() ? progressOf(client, id, PROGRESS_WITHIN_MS) : NO_PROGRESS),
    startErasure: async (contactId) => {
      await attempt('an erasure', () => startErasure(client, taskQueue, contactId));
    },
    wake: (id) =>
      inBackground(
        'a wake-up',
        attempt('a wake-up', () => signalReceipt(client, id)),
      ),
    tell: (of, event) => inBackground('telling an event', tell(of, event)),
    tellAgain: (events) => inBackground('telling events again', each(events, tellOne)),
    tellAndWait: async (event, waitMs) => {
      const from = Date.now();
      await tellOne(event);
      if (!breaker.isOpen()) return;
      const handle = client.workflow.getHandle(webhookWorkflowId(event._id));
      // However it ends, the document tells what there is.
      await inTime(client, from + waitMs - Date.now(), () => handle.result()).catch(() => undefined);
    },
    isReachable: () => breaker.isOpen(),
    close: async () => {
      breaker.close();
      flush();
      await Promise.all(background);
    },
  };
}

const each = async <T>(list: T[], work: (one: T) => Promise<void>): Promise<void> => {
  await pMap(list, work, { concurrency: AT_ONCE });
};

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, WorkflowHandle } from '@temporalio/client';
import pMap from 'p-map';
import type { Logger } from 'pino';
import { isOpen } from '../core/shared/statuses';
import { withTimeout } from '../process/with-timeout';
import type { Schedule } from '../store/schedules/schedules';
import type { Broadcast } from '../store/broadcasts/broadcasts';
import type { Store } from '../store/store';
import type { Notification } from '../store/notifications/model';
import type { Redelivered } from '../store/webhooks/events';
import { FIRST_OUTCOME, type ReleaseHeldInput, webhookWorkflowId } from '../workflows/contract';
import { type AttemptOptions, createCircuitBreaker } from './circuit-breaker';
import { isTemporalUnavailable, withDeadline } from './with-deadline';
import { type Progress, NO_PROGRESS, progressOf } from './progress';
import { makeEqual, nextTimesOf, runEnded, runNow, schedulesInTemporal } from './schedules';
import { startNotification } from './start-notification';
import type { SearchableNotification } from './search-attributes';
import { searchableOf } from './searchable-delivery';
import {
  cancelWorkflow,
  isRunning,
  signalReceipt,
  signalReleased,
  startBroadcast,
  startErasure,
  startJob,
  startRelease,
  startWebhook,
} from './workflow-calls';
import { type Signalled, signalSequence } from './signal-sequence';

/** How long a request waits for its start, milliseconds. A busy Temporal does not delay the answer further. */
const ANSWER_WITHIN_MS = 50;

/**
 * Maximum time of a start, milliseconds: a busy Temporal does it late. Less than the sweep waits by default before it makes
 * the start again (SWEEP_AFTER_SECONDS).
 */
const START_LASTS_MS = 5000;

/** Concurrent calls for one list. They are few, so that a single start does not queue after them. */
const CONCURRENCY = 5;

/** Pause after Temporal has refused a wait, milliseconds. */
const ASK_AGAIN_MS = 250;

/** How long operators wait for what a workflow reports, milliseconds. */
const PROGRESS_WITHIN_MS = 1000;

export interface DispatcherOptions {
  client: Client;
  /** Returns a client whose starts are eager, undefined while there is none. @default none */
  eagerClient?: () => Client | undefined;
  store: Store;
  taskQueue: string;
  log: Logger;
  /** How long started ids are collected before one update records them, milliseconds. @default 2000 */
  flushMs?: number;
}

/** Ids for the log. */
type About = Partial<
  Record<'notificationId' | 'eventId' | 'contactId' | 'scheduleId' | 'jobId' | 'broadcastId', string>
>;

async function isOpenIn({ notifications }: Pick<Store, 'notifications'>, id: string): Promise<boolean> {
  const notification = await notifications.get(id);
  return notification !== null && isOpen(notification.status);
}

/** What the API asks of Temporal. Nothing here fails a request: the sweep does later what cannot be done now. */
export type Dispatcher = ReturnType<typeof createDispatcher>;

export function createDispatcher({
  client,
  eagerClient,
  store,
  taskQueue,
  log,
  flushMs = 2000,
}: DispatcherOptions) {
  const background = new Set<Promise<unknown>>();
  const inBackground = (what: string, work: Promise<unknown>, about?: About): void => {
    const settled = work.catch((error: unknown) =>
      log.warn({ err: error, ...about }, `${what} failed; the sweep repeats it`),
    );
    background.add(settled);
    void settled.finally(() => background.delete(settled));
  };
  const breaker = createCircuitBreaker(client, {
    onChange: (isReachable) =>
      isReachable
        ? log.info('Temporal answers again')
        : log.warn('Temporal does not answer; requests are accepted, and the sweep starts them later'),
  });
  const starting = new Map<string, Promise<void>>();
  let started: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  // A claim also records the start. This is for notifications that no worker claims soon.
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const ids = started;
    started = [];
    if (ids.length > 0) inBackground('recording starts', store.notifications.markStarted(ids));
  }

  /** Makes a call. A refusal is only logged: the notification is durable, and its request succeeds. */
  async function attempt(
    what: string,
    about: About,
    call: () => Promise<void>,
    options?: AttemptOptions,
  ): Promise<boolean> {
    try {
      return await breaker.attempt(call, options);
    } catch (error) {
      log.error({ err: error, ...about }, `${what} was refused by Temporal; the sweep repeats it`);
      return false;
    }
  }

  async function start(notification: Notification): Promise<void> {
    const eager = eagerClient?.();
    const starter = eager ?? client;
    const call = (): Promise<void> =>
      startNotification(starter, taskQueue, notification, { eager: eager !== undefined });
    // An eager start has a worker's slot as long as it lasts.
    const options = eager ? { caller: eager } : { lastsMs: START_LASTS_MS };
    if (!(await attempt('a start', { notificationId: notification._id }, call, options))) return;
    started.push(notification._id);
    if (started.length >= 500) flush();
    else timer ??= setTimeout(flush, flushMs);
  }

  const deliver = (of: SearchableNotification, event: { eventId: string; notificationId: string }) =>
    attempt('the delivery of a webhook event', event, () =>
      startWebhook(client, taskQueue, of, { ...event, attemptsMade: 0 }),
    );

  const redeliver = (event: Redelivered): Promise<boolean> =>
    deliver(searchableOf(event), { eventId: event._id, notificationId: event.notificationId });

  /** Waits for something of a workflow that was just started. Whatever ends the wait, the document has the result. */
  async function awaited(
    id: string,
    waitMs: number,
    what: (handle: WorkflowHandle) => Promise<unknown>,
  ): Promise<void> {
    const until = Date.now() + waitMs;
    await withTimeout(starting.get(id) ?? Promise.resolve(), waitMs);
    for (;;) {
      const left = until - Date.now();
      if (left <= 0 || !breaker.isReachable()) return;
      try {
        await withDeadline(client, left, () => what(client.workflow.getHandle(id)));
        return;
      } catch (error) {
        // A workflow that has ended refuses, and so does a Temporal that is busy or has not made the start yet.
        if (Date.now() >= until || !(await isOpenIn(store, id))) return;
        log.debug(
          { err: error, notificationId: id },
          'a wait for a notification was refused, and is asked for again',
        );
      }
      await sleep(Math.min(ASK_AGAIN_MS, until - Date.now()));
    }
  }

  /** Returns what a call answers. Null if Temporal does not answer. */
  async function asked<T>(call: () => Promise<T>): Promise<T | null> {
    let answer: T | null = null;
    await breaker.attempt(async () => {
      answer = await call();
    });
    return answer;
  }

  return {
    /** Starts the workflow of a notification that is durable already. A slow start continues after the answer. */
    start: async (notification: Notification): Promise<void> => {
      const { _id } = notification;
      const begun = start(notification).finally(() => starting.delete(_id));
      starting.set(_id, begun);
      inBackground('a start', begun, { notificationId: _id });
      await withTimeout(begun, ANSWER_WITHIN_MS);
    },
    /** Starts the workflows of many notifications in the background. */
    startInBackground: (notifications: Notification[]): void =>
      inBackground('starting an array', each(notifications, start)),
    /** Waits until the first message of a notification has its outcome, at most `waitMs`. */
    firstOutcome: (id: string, waitMs: number): Promise<void> =>
      awaited(id, waitMs, (handle) => handle.executeUpdate(FIRST_OUTCOME)),
    /** Waits until a notification is over, at most `waitMs`. */
    ended: (id: string, waitMs: number): Promise<void> => awaited(id, waitMs, (handle) => handle.result()),
    /** Wakes the workflow of a notification that was cancelled. */
    wakeCancelled: async (id: string): Promise<void> => {
      let isCancelled = false;
      await attempt('a cancel', { notificationId: id }, async () => {
        isCancelled = await cancelWorkflow(client, id);
      });
      // If there is no workflow, a start that is under way may still make one: the sweep cancels again.
      if (isCancelled)
        inBackground('recording a cancel', store.notifications.clearPendingCancel(id), {
          notificationId: id,
        });
    },
    /** Returns whether a notification's workflow is open, null if Temporal does not answer. */
    isRunning: async (id: string): Promise<boolean | null> => {
      let running: boolean | null = null;
      const answered = await breaker.attempt(async () => {
        running = await isRunning(client, id);
      });
      return answered ? running : null;
    },
    /** Signals a notification's sequence in code. Returns null if Temporal does not answer. */
    signal: async (
      id: string,
      signal: { name: string; args: unknown[] },
      sendAt: Date | undefined,
    ): Promise<Signalled | null> => {
      if (!breaker.isReachable()) return null;
      return signalSequence(client, id, signal, sendAt).catch((error: unknown) => {
        if (isTemporalUnavailable(error)) return null;
        throw error;
      });
    },
    /**
     * Returns where a notification's workflow is. What is not known within about a second is null. It does not use the
     * breaker: a query that no worker answers in time does not mean that Temporal is unreachable.
     */
    progress: async (id: string): Promise<Progress> =>
      breaker.isReachable() ? progressOf(client, id, PROGRESS_WITHIN_MS) : NO_PROGRESS,
    startErasure: async (contactId: string): Promise<void> => {
      await attempt('an erasure', { contactId }, () => startErasure(client, taskQueue, contactId));
    },
    /** Starts the workflow of a job that runs. If Temporal does not answer, the sweep does it. */
    startJob: async (job: { _id: string; applicationId: string }): Promise<void> => {
      await attempt('a job', { jobId: job._id }, () => startJob(client, taskQueue, job), {
        lastsMs: START_LASTS_MS,
      });
    },
    /** Starts the workflow of a broadcast, or tells it of a change. If Temporal does not answer, the sweep does it. */
    startBroadcast: async (broadcast: Pick<Broadcast, '_id' | 'applicationId' | 'event'>): Promise<void> => {
      await attempt(
        'a broadcast',
        { broadcastId: broadcast._id },
        () => startBroadcast(client, taskQueue, broadcast),
        {
          lastsMs: START_LASTS_MS,
        },
      );
    },
    /** Wakes a workflow that waits for a receipt, in the background. */
    wake: (id: string): void => {
      const woken = attempt('a wake-up', { notificationId: id }, () => signalReceipt(client, id));
      inBackground('a wake-up', woken, { notificationId: id });
    },
    /** Starts the release of what a resumed pause holds. */
    release: async (input: ReleaseHeldInput): Promise<void> => {
      await attempt('a release', {}, () => startRelease(client, taskQueue, input), {
        lastsMs: START_LASTS_MS,
      });
    },
    /** Signals a notification that its own pause is over. */
    releaseOne: async (of: { _id: string; releasedPause: string }): Promise<void> => {
      const about = { notificationId: of._id };
      const isSignalled = await attempt('a release', about, () =>
        signalReleased(client, of._id, of.releasedPause),
      );
      if (isSignalled) inBackground('recording a release', store.holds.clearPendingRelease(of), about);
    },
    /** Delivers a webhook event that a receipt raised, in the background. */
    deliverEvent: (of: SearchableNotification, event: { eventId: string; notificationId: string }): void => {
      const delivered = deliver(of, event).then((isStarted) =>
        isStarted ? undefined : store.notifications.hastenDelivery(event.notificationId),
      );
      inBackground('the delivery of a webhook event', delivered, event);
    },
    /** Delivers webhook events again, in the background. */
    redeliverEvents: (events: Redelivered[]): void =>
      inBackground('the redelivery of webhook events', each(events, redeliver)),
    /** Delivers a test event and waits for its end, at most `waitMs`. */
    deliverAndWait: async (event: Redelivered, waitMs: number): Promise<void> => {
      const from = Date.now();
      await redeliver(event);
      if (!breaker.isReachable()) return;
      const handle = client.workflow.getHandle(webhookWorkflowId(event._id));
      // However it ends, the document has the result.
      const left = from + waitMs - Date.now();
      await withDeadline(client, left, () => handle.result()).catch(() => undefined);
    },
    /** Makes the Temporal Schedule of a schedule that has changed equal. Returns false if it will be made later. */
    makeEqual: (schedule: Schedule): Promise<boolean> =>
      attempt(
        'a schedule',
        { scheduleId: schedule._id },
        () => makeEqual({ client, taskQueue, store }, schedule),
        { lastsMs: START_LASTS_MS },
      ),
    /** Returns the next times of a schedule. Null if Temporal does not answer. */
    nextTimes: (scheduleId: string): Promise<Date[] | null> =>
      asked(() => nextTimesOf(client, taskQueue, scheduleId)),
    /** Returns the next times of all schedules, by their id. Null if Temporal does not answer. */
    allNextTimes: async (): Promise<Map<string, Date[]> | null> => {
      const found = await asked(() => schedulesInTemporal(client, taskQueue));
      return found && new Map([...found].map(([id, { nextTimes }]) => [id, nextTimes]));
    },
    /** Starts a run of a schedule, and waits at most `waitMs` for its end. Returns false if Temporal does not answer. */
    runSchedule: async (scheduleId: string, manual: string, waitMs: number): Promise<boolean> => {
      const of = [client, taskQueue, scheduleId, manual] as const;
      const isStarted = await breaker.attempt(() => runNow(...of), { lastsMs: START_LASTS_MS });
      // However it ends, the document has the result.
      if (isStarted) await withDeadline(client, waitMs, () => runEnded(...of)).catch(() => undefined);
      return isStarted;
    },
    /** Returns whether Temporal answered lately. */
    isReachable: (): boolean => breaker.isReachable(),
    /** Waits for the work in the background. */
    close: async (): Promise<void> => {
      breaker.close();
      flush();
      await Promise.all(background);
    },
  };
}

const each = async <T>(list: T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  await pMap(list, work, { concurrency: CONCURRENCY });
};

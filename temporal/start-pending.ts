import type { Client } from '@temporalio/client';
import { isOpen } from '../core/statuses';
import type { Store } from '../store/store';
import { startNotification } from './start-notification';

export interface StartPendingOptions {
  client: Client;
  store: Store;
  taskQueue: string;
  /** Only what was accepted before. */
  before: Date;
  /** When to leave the rest to a next time, milliseconds since 1970. @default never */
  until?: number;
  /** Called after each batch with the number started so far. */
  onProgress?: (started: number) => void;
}

const BATCH = 100;
const AT_ONCE = 10;

/** Starts accepted notifications that have no workflow yet, oldest first, until none is left or the time is over. */
export async function startPending(options: StartPendingOptions): Promise<number> {
  const { client, store, taskQueue, before, until = Infinity, onProgress } = options;
  let started = 0;
  for (;;) {
    if (Date.now() > until) return started;
    const pending = await store.notifications.pendingStart({ before, after: '', limit: BATCH });
    if (pending.length === 0) return started;
    const open = pending.filter(({ status }) => isOpen(status));
    for (let at = 0; at < open.length; at += AT_ONCE) {
      await Promise.all(
        open
          .slice(at, at + AT_ONCE)
          .map((notification) => startNotification(client, taskQueue, notification)),
      );
    }
    await store.notifications.markStarted(pending.map(({ _id }) => _id));
    started += open.length;
    onProgress?.(started);
  }
}

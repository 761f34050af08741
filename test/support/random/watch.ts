import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpApi, NotificationView } from '../http-api';
import { ifBroken } from './traffic';

type MessageView = NotificationView['messages'][number];

/** Where a status may lead, also by several moves between two looks (STATUS-6). */
const NOTIFICATION: Record<string, string[]> = {
  running: ['running', 'waiting', 'completed', 'failed', 'stopped'],
  waiting: ['running', 'waiting', 'completed', 'failed', 'stopped'],
  completed: ['completed'],
  failed: ['failed'],
  stopped: ['stopped'],
};
const MESSAGE: Record<string, string[]> = {
  queued: ['queued', 'sent', 'delivered', 'failed'],
  sent: ['sent', 'delivered', 'failed'],
  delivered: ['delivered', 'failed'],
  failed: ['failed'],
};

/** Reads notifications again and again, as a caller would, and holds each view against the one before. */
export interface Watch {
  add(id: string): void;
  /** Whether all have ended. */
  over(): boolean;
  /** The last view of each. */
  views: Map<string, NotificationView>;
  /** What was seen that must not be. */
  violations: string[];
  /** Reads everything once more, and stops. */
  stop(): Promise<void>;
}

/** Time between two looks, milliseconds. */
const EVERY_MS = 250;
/** What has ended is read less often. */
const ENDED_EVERY = 8;

export function watch(api: HttpApi, everyMs = EVERY_MS): Watch {
  const views = new Map<string, NotificationView>();
  const ids = new Set<string>();
  const violations: string[] = [];
  let stopping = false;

  const read = async (id: string): Promise<void> => {
    const { status, body: view } = await api.get<NotificationView>(`/v1/notifications/${id}`);
    // While the database is away (OUTAGE-1). At the end everything is back.
    if (status === 503 && !stopping) return;
    if (status !== 200) {
      violations.push(`${id}: GET is ${status}: ${JSON.stringify(view)}`);
      return;
    }
    violations.push(...wrongIn(view).map((what) => `${id}: ${what}`));
    const before = views.get(id);
    if (before) violations.push(...wrongMoves(before, view).map((what) => `${id}: ${what}`));
    views.set(id, view);
  };
  const loop = (async () => {
    for (let turn = 0; !stopping; turn += 1) {
      for (const id of ids) {
        const ended = views.get(id)?.completed_at;
        if (ended && turn % ENDED_EVERY > 0) continue;
        await read(id)
          .catch(ifBroken)
          .catch((error: unknown) => violations.push(`${id}: ${String(error)}`));
      }
      await sleep(everyMs);
    }
  })();
  return {
    add: (id) => void ids.add(id),
    over: () => [...ids].every((id) => views.get(id)?.completed_at),
    views,
    violations,
    stop: async () => {
      stopping = true;
      await loop;
      for (const id of ids) await read(id);
    },
  };
}

/** What must hold in every view by itself. */
function wrongIn({ status, completed_at, messages }: NotificationView): string[] {
  const wrong: string[] = [];
  const open = status === 'running' || status === 'waiting';
  if (open !== (completed_at === null)) wrong.push(`${status} with completed_at ${completed_at}`);
  if (status === 'completed' && messages.length > 0 && messages.every(({ sent_at }) => !sent_at))
    wrong.push('completed, and no message was handed over');
  if (status === 'failed' && messages.some((message) => message.status !== 'failed'))
    wrong.push('failed, and a message did not');
  if (status === 'completed' && messages.some((message) => message.status === 'queued'))
    wrong.push('completed, and a message is queued');
  if (new Set(messages.map(({ id }) => id)).size < messages.length) wrong.push('a message twice');
  for (const message of messages) {
    const { sent_at, delivered_at, error } = message;
    const of = `message ${message.id}, ${message.status}:`;
    if ((message.status === 'failed') !== (error !== null)) wrong.push(`${of} error ${error}`);
    if (message.status === 'queued' && sent_at) wrong.push(`${of} sent_at`);
    if (message.status === 'sent' && !sent_at) wrong.push(`${of} no sent_at`);
    if (message.status === 'sent' && delivered_at) wrong.push(`${of} delivered_at`);
    if (message.status === 'delivered' && !(sent_at && delivered_at)) wrong.push(`${of} no time`);
  }
  return wrong;
}

/** What must not change from one view to the next. */
function wrongMoves(before: NotificationView, after: NotificationView): string[] {
  const wrong: string[] = [];
  if (!NOTIFICATION[before.status]?.includes(after.status))
    wrong.push(`went from ${before.status} to ${after.status}`);
  for (const field of ['id', 'event', 'started_at', 'completed_at'] as const)
    if (before[field] !== null && before[field] !== after[field])
      wrong.push(`${field} went from ${before[field]} to ${after[field]}`);
  if (before.completed_at && after.messages.length > before.messages.length)
    wrong.push('a message came behind its end');
  for (const [index, message] of before.messages.entries()) {
    const now = after.messages[index];
    if (now?.id === message.id) wrong.push(...wrongMessageMove(message, now));
    else wrong.push(`message ${message.id} is not where it was`);
  }
  return wrong;
}

function wrongMessageMove(before: MessageView, after: MessageView): string[] {
  const wrong: string[] = [];
  const of = `message ${before.id}:`;
  if (!MESSAGE[before.status]?.includes(after.status))
    wrong.push(`${of} from ${before.status} to ${after.status}`);
  const fields = ['channel', 'sent_at', 'delivered_at', 'error'] as const;
  for (const field of fields)
    if (before[field] !== null && before[field] !== after[field])
      wrong.push(`${of} ${field} went from ${before[field]} to ${after[field]}`);
  return wrong;
}

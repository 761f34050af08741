import { isOpen } from '../../core/shared/statuses';
import { idsOf } from '../../store/queries';
import type { Notification } from '../../store/notifications/model';
import { startNotification } from '../../temporal/start-notification';
import type { Round } from './sweep-round';

/** Name of the mark with the application whose turn was last. */
const TURN_MARK = 'started-for';
/** Maximum number of notifications that are started in one turn. */
const TURN = 100;

/**
 * Starts accepted notifications that have no workflow yet. Applications take turns, so a long list of one delays no other. The
 * next round continues with the next turn.
 */
export async function startPending(round: Round): Promise<void> {
  const { store, before } = round;
  let after = (await store.sweepState.get(TURN_MARK)) ?? '';
  while (!round.isOver()) {
    const found = await store.notifications.pendingStart({ before, after, limit: TURN });
    if (found.length === 0 && after === '') return;
    const turn = wholeTurns(found);
    await start(round, turn);
    after = found.length < TURN ? '' : (turn.at(-1)?.applicationId ?? '');
    await store.sweepState.set(TURN_MARK, after);
  }
}

/** Returns what was read, without the last application if not all of its turn was read. */
function wholeTurns(found: Notification[]): Notification[] {
  const last = found.at(-1)?.applicationId;
  const others = found.filter(({ applicationId }) => applicationId !== last);
  return found.length < TURN || others.length === 0 ? found : others;
}

async function start({ store, client, taskQueue, each }: Round, turn: Notification[]): Promise<void> {
  const { notifications } = store;
  const over = turn.filter(({ status }) => !isOpen(status));
  const started = await each(
    turn.filter(({ status }) => isOpen(status)),
    {
      counts: 'started',
      work: (notification) => startNotification(client, taskQueue, notification),
      again: {
        since: ({ reopenedAt, startedAt }) => reopenedAt ?? startedAt,
        postpone: notifications.postponeStart,
      },
    },
  );
  await notifications.markStarted(idsOf([...over, ...started]));
}

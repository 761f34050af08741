import { setCurrentDetails, sleep } from '@temporalio/workflow';
import type { DigestWindow } from '../../core/events/definition';
import type { AfterStep } from '../../core/shared/statuses';
import { closeDigest, joinDigest } from '../activities';
import { SequenceEnded } from './sequence-ended';

export interface Gathering {
  notificationId: string;
  name: string;
  window: DigestWindow;
  /** When the step fell due, milliseconds since 1970. */
  dueAt: number;
  after: AfterStep;
}

/** How long the others leave the first member for closing the window, milliseconds. */
const OTHERS_LATER_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Waits in the window that gathers an event for one recipient. Returns where this notification goes on for all of them,
 * with the time at which the window closed (null where it did so in an earlier run); throws SequenceEnded where it has ended into
 * another one, or was cancelled.
 */
export async function gather({
  notificationId,
  name,
  window,
  dueAt,
  after,
}: Gathering): Promise<number | null> {
  const options = { summary: name };
  const joined = await joinDigest.executeWithOptions(options, [{ notificationId, window, dueAt }]);
  if (joined.kind === 'over') throw new SequenceEnded(joined.status);
  if (joined.kind === 'carries') return null;
  const { closesAt, isFirst } = joined;
  setCurrentDetails(`gathers sends until ${new Date(closesAt).toISOString()} (digest ${name})`);
  const wakesAt = closesAt + (isFirst ? 0 : OTHERS_LATER_MS);
  await sleep(Math.max(1, wakesAt - Date.now()), options);
  for (let pauseMs = 1000; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const closed = await closeDigest.executeWithOptions(options, [{ notificationId, after }]);
    if (closed.kind === 'carries') return closesAt;
    if (closed.kind === 'over') throw new SequenceEnded(closed.status);
    setCurrentDetails(`waits for the notification that carries the digest ${name}`);
    await sleep(pauseMs, { summary: `${name}: another carries it` });
  }
}

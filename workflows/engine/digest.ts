import { setCurrentDetails, sleep } from '@temporalio/workflow';
import type { DigestWindow } from '../../core/sequences/steps';
import { digestDetails } from '../../core/sequences/wait-details';
import type { AfterStep } from '../../core/shared/statuses';
import { closeDigest, joinDigest } from '../activities';
import type { DigestInput } from '../activities-contract';
import { SequenceEnded } from './sequence-ended';

/** How long the others wait for the first member to close the window, milliseconds. */
const OTHERS_LATER_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Waits in the window that gathers an event for one recipient. Returns if this notification continues for all of them: the time
 * at which the window closed, milliseconds since 1970, or null if it closed in an earlier run. Throws SequenceEnded if the
 * notification has ended into another one, or was cancelled.
 */
export async function gather(name: string, input: DigestInput, after: AfterStep): Promise<number | null> {
  const { notificationId, window } = input;
  const options = { summary: name };
  const joined = await joinDigest.executeWithOptions(options, [input]);
  if (joined.kind === 'over') throw new SequenceEnded(joined.status);
  if (joined.kind === 'carries') return null;
  const { closesAt, isFirst } = joined;
  setCurrentDetails(digestDetails(new Date(closesAt), name));
  const wakesAt = closesAt + (isFirst ? 0 : OTHERS_LATER_MS);
  await sleep(Math.max(1, wakesAt - Date.now()), options);
  for (let pauseMs = 1000; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const closed = await closeDigest.executeWithOptions(options, [
      { notificationId, after, ...keyIn(window) },
    ]);
    if (closed.kind === 'carries') return closesAt;
    if (closed.kind === 'over') throw new SequenceEnded(closed.status);
    setCurrentDetails(`waits for the notification that carries the digest ${name}`);
    await sleep(pauseMs, { summary: `${name}: another carries it` });
  }
}

/** Makes a notification a digest of its own, without a window. Throws SequenceEnded if it was cancelled. */
export async function gatherAlone(
  name: string,
  { notificationId, window }: Pick<DigestInput, 'notificationId' | 'window'>,
  after: AfterStep,
): Promise<null> {
  const input = { notificationId, after, ...keyIn(window) };
  const closed = await closeDigest.executeWithOptions({ summary: name }, [input]);
  if (closed.kind === 'over') throw new SequenceEnded(closed.status);
  return null;
}

const keyIn = ({ key }: DigestWindow): { key?: string } => (key === undefined ? {} : { key });

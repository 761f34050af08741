import { heartbeat } from '@temporalio/activity';

/** Time after which Temporal or the database first hears of a piece of work, milliseconds: a quick send costs no beat. */
export const FIRST_BEAT_MS = 3000;
export const BEAT_EVERY_MS = 2500;

/** Runs work, and `beat` from `firstMs` on. A beat returns the milliseconds to the next one, or null to be the last. */
export async function withBeats<T>(
  work: () => Promise<T>,
  beat: () => number | Promise<number | null>,
  firstMs = FIRST_BEAT_MS,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const beatIn = (ms: number): void => {
    timer = setTimeout(() => void next(), ms);
  };
  const next = async (): Promise<void> => {
    const nextMs = await beat();
    if (!isOver && nextMs !== null) beatIn(nextMs);
  };
  beatIn(firstMs);
  try {
    return await work();
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

/** Runs an activity's work with heartbeats from the third second on. So Temporal notices the death of a worker in seconds. */
export const withHeartbeat = <T>(work: () => Promise<T>): Promise<T> =>
  withBeats(work, () => {
    heartbeat();
    return BEAT_EVERY_MS;
  });

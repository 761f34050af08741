import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../../tools/bench/clock';
import { residentMb } from '../../tools/bench/process-facts';
import { median } from '../../tools/bench/statistics';
import type { Stack } from './stack';

/** Sends at a fixed rate, each at its time whether or not the earlier ones were answered; a lost connection fails. */
export async function offer<T>(perSecond: number, seconds: number, send: () => Promise<T>): Promise<T[]> {
  const began = now();
  const sends: Promise<T>[] = [];
  for (let made = 0; made < perSecond * seconds; made += 1) {
    await sleep(Math.max(0, began + (made * 1000) / perSecond - now()));
    const sending = send();
    sending.catch(() => undefined); // told below, once all are under way
    sends.push(sending);
  }
  return Promise.all(sends);
}

/** Resident memory of API and worker, MB, once a second until it is told to stop. */
export function watchMemory(stack: Pick<Stack, 'api' | 'worker'>) {
  const readings: { api: number; worker: number }[] = [];
  const reading = setInterval(() => {
    void Promise.all([residentMb(stack.api.child.pid ?? 0), residentMb(stack.worker?.child.pid ?? 0)]).then(
      ([api, worker]) => readings.push({ api, worker }),
    );
  }, 1000);
  return {
    /** Medians of the middle and the last third: the first one warms up. */
    stop: () => {
      clearInterval(reading);
      const third = Math.floor(readings.length / 3);
      const [middle, last] = [readings.slice(third, 2 * third), readings.slice(2 * third)];
      const medians = (of: 'api' | 'worker') =>
        [middle, last].map((part) => median(part.map((one) => one[of])));
      return { api: medians('api'), worker: medians('worker') };
    },
  };
}

import { now } from '../../../../tools/bench/clock';
import { cpuTimes, total } from '../../../../tools/bench/process-facts';

const EVERY_MS = 50;
/** Over which time the processes' use is measured, milliseconds. */
const WINDOW_MS = 2000;

export type Pace = ReturnType<typeof paceOf>;

/**
 * Lets attacks begin one after the other, at most 20 a second, while these processes use less than `msPerSecond` of processor
 * time. Without a limit, any number of requests uses up any machine, and a test of it measures the machine. `stop` lets all
 * begin.
 */
export function paceOf(processes: Record<string, number>, msPerSecond: number) {
  const waiting: (() => void)[] = [];
  const readings: { at: number; ms: number }[] = [];
  let busy = false;
  const read = async (): Promise<void> => {
    readings.push({ at: now(), ms: total(await cpuTimes(processes)) });
    while ((readings[1]?.at ?? Infinity) < now() - WINDOW_MS) readings.shift();
    const [first, last] = [readings[0], readings.at(-1)];
    if (!first || !last || first === last) return;
    busy = ((last.ms - first.ms) * 1000) / (last.at - first.at) >= msPerSecond;
    if (!busy) waiting.shift()?.();
  };
  const reading = setInterval(() => void read(), EVERY_MS);
  return {
    turn: (): Promise<void> => new Promise((resolve) => waiting.push(resolve)),
    stop: (): void => {
      clearInterval(reading);
      for (const begin of waiting.splice(0)) begin();
    },
  };
}

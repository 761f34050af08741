import type { Report } from '../dev/servers/report';
import { driveSends, type Load } from './kinds';
import { residentMb } from './process-facts';
import type { Stack } from './stack';
import { settle, verify } from './verify';

const STEPS = 4;

/** Resident memory of the worker, MB: before, and after each quarter of `count` notifications. */
export async function measureMemory(
  stack: Stack,
  { count, concurrency }: Load,
  report: Report,
): Promise<number[]> {
  const readings = [await residentMb(stack.workerPid)];
  for (let step = 1; step <= STEPS; step += 1) {
    const sent = await driveSends(stack, { count: Math.ceil(count / STEPS), concurrency }, false);
    await settle(stack);
    await verify(stack, sent);
    readings.push(await residentMb(stack.workerPid));
    report(`Memory: ${(step * count) / STEPS} of ${count} notifications`);
  }
  return readings;
}

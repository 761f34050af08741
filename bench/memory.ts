import type { Report } from '../dev/servers/report';
import { driveSends } from './kinds';
import { residentMb } from './process-facts';
import type { Stack } from './stack';
import { settle, verify } from './verify';

const NOTIFICATIONS = 2000;
const STEPS = 4;

/** Resident memory of the worker, MB: before, and after each quarter of 2,000 notifications. */
export async function measureMemory(stack: Stack, concurrency: number, report: Report): Promise<number[]> {
  const readings = [await residentMb(stack.workerPid)];
  for (let step = 1; step <= STEPS; step += 1) {
    const sent = await driveSends(stack, { count: NOTIFICATIONS / STEPS, concurrency }, false);
    await settle(stack);
    await verify(stack, sent);
    readings.push(await residentMb(stack.workerPid));
    report(`Memory: ${(step * NOTIFICATIONS) / STEPS} of ${NOTIFICATIONS} notifications`);
  }
  return readings;
}

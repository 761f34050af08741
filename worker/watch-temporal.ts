import { setTimeout as sleep } from 'node:timers/promises';
import type { NativeConnection } from '@temporalio/worker';

/** How often the worker's connection is checked, and how long a check may take, milliseconds. */
const EVERY_MS = 5_000;
const WITHIN_MS = 3_000;

/** Checks the connection that the worker polls on, until `signal`. The SDK does not say whether its polls are answered. */
export function watchTemporal(
  connection: NativeConnection,
  signal: AbortSignal,
): { isReachable: () => boolean } {
  let reachable = true;
  const check = async (): Promise<void> => {
    const call = connection.withDeadline(Date.now() + WITHIN_MS, () =>
      connection.workflowService.getSystemInfo({}),
    );
    reachable = await call.then(
      () => true,
      () => false,
    );
  };
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await check();
      await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  void watch();
  return { isReachable: () => reachable };
}

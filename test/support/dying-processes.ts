import { once } from 'node:events';
import type { FaultPoint } from '../../core/shared/fault-points';
import { startProcess } from './service';
import type { Stack } from './stack';

/**
 * Makes a request of a second API, which dies at a point of it as by `kill -9`; the first one goes on. `request` gets the
 * address of the one that dies.
 */
export async function dieInRequest(
  { apiEnv }: Pick<Stack, 'apiEnv'>,
  point: FaultPoint,
  request: (baseUrl: string) => Promise<unknown>,
): Promise<void> {
  const dying = await startProcess('api', { ...apiEnv, HELIOGRAPH_FAULT: point });
  const dead = once(dying.child, 'exit');
  await expect(request(`http://127.0.0.1:${dying.ports.production}`)).rejects.toThrow();
  await dead;
}

/** Lets the worker die at a point; what brings it there is up to `work`. */
export async function killWorkerAt(
  stack: Pick<Stack, 'worker' | 'startWorker'>,
  point: FaultPoint,
  work: () => Promise<void>,
): Promise<void> {
  await stack.worker?.kill();
  const { child } = await stack.startWorker({ HELIOGRAPH_FAULT: point });
  const dead = once(child, 'exit');
  await work();
  await dead;
}

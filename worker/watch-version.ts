import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerDeploymentVersion } from '@temporalio/common';
import type { Logger } from 'pino';

/** How often a versioned worker asks which build is current, milliseconds. */
const EVERY_MS = 10_000;

export interface VersionWatchOptions {
  version: WorkerDeploymentVersion;
  /** The build that is current; null: unversioned workers. */
  current: () => Promise<string | null>;
  log: Logger;
  signal: AbortSignal;
}

/** Says in the log whether this build gets work, at first and whenever that changes, until `signal`. */
export async function watchVersion({ version, current, log, signal }: VersionWatchOptions): Promise<void> {
  const { deploymentName: deployment, buildId } = version;
  let said: boolean | undefined;
  while (!signal.aborted) {
    try {
      const found = await current();
      const isCurrent = found === buildId;
      if (isCurrent && !said) log.info({ deployment, buildId }, 'this build is current: it gets work');
      if (!isCurrent && said !== false)
        log.warn(
          { deployment, buildId, current: found ?? 'unversioned workers' },
          said
            ? 'this build is not current any more: it finishes what it has begun and gets no other work'
            : 'this build is not current: it gets no work until it is made so (npm run worker:current)',
        );
      said = isCurrent;
    } catch (error) {
      log.warn({ err: error, deployment }, 'which build is current cannot be asked; trying again');
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

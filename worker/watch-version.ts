import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerDeploymentVersion } from '@temporalio/common';
import type { Logger } from 'pino';

/** How often a versioned worker asks which build is current, milliseconds. */
const EVERY_MS = 10_000;

export interface VersionWatchOptions {
  version: WorkerDeploymentVersion;
  /** Returns the current build. Null: unversioned workers. */
  current: () => Promise<string | null>;
  log: Logger;
  signal: AbortSignal;
}

/** Logs whether this build gets work, at the start and whenever it changes, until `signal`. */
export async function watchVersion({ version, current, log, signal }: VersionWatchOptions): Promise<void> {
  const { deploymentName: deployment, buildId } = version;
  let wasCurrent: boolean | undefined;
  while (!signal.aborted) {
    try {
      const found = await current();
      const isCurrent = found === buildId;
      if (isCurrent && !wasCurrent)
        log.info({ deployment, buildId }, 'this build is current and receives work');
      if (!isCurrent && wasCurrent !== false)
        log.warn(
          { deployment, buildId, current: found ?? 'unversioned workers' },
          wasCurrent
            ? 'this build is no longer current; it finishes its work in progress and receives no new work'
            : 'this build is not current; it receives no work until it is made current (npm run worker:current)',
        );
      wasCurrent = isCurrent;
    } catch (error) {
      log.warn({ err: error, deployment }, 'the current build could not be read; trying again');
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

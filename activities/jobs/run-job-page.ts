import { sleep } from '@temporalio/activity';
import type { Activities } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { withHeartbeat } from '../heartbeat';

/** Pause after a page, as a share of the time that it took: what applications send uses the database in between. */
const SHARE = 0.5;
const LONGEST_PAUSE_MS = 2000;

/** Does a page of a job, and pauses if there is another one. */
export const createRunJobPage =
  ({ jobPage }: ActivityDeps): Activities['runJobPage'] =>
  ({ jobId }) =>
    withHeartbeat(async () => {
      const began = performance.now();
      const { more } = await jobPage(jobId);
      if (more) await sleep(Math.min(LONGEST_PAUSE_MS, (performance.now() - began) * SHARE));
      return { more };
    });

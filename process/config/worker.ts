import { z } from 'zod';
import { integer, number } from './values';

export const worker = {
  WORKFLOW_BUNDLE: z
    .string()
    .optional()
    .describe(
      'Path of a workflow bundle. If it is not set, a build uses its own bundle, and sources are bundled at the start.',
    ),
  WORKER_DEPLOYMENT: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, 'must be 1 to 100 letters, digits, "_" or "-"')
    .optional()
    .describe(
      'Name of the worker deployment at Temporal. It turns worker versioning on: a build receives work only after it is made current (docs/operations/versioned-workers.md). If it is not set, every worker receives work at once.',
    ),
  WORKER_BUILD_ID: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/,
      'must be 1 to 100 letters, digits, ".", "_", "+" or "-", for example 0.1.0-5f3ff36',
    )
    .optional()
    .describe(
      'Build of this worker, used with WORKER_DEPLOYMENT. Each release needs its own. If it is not set, it is the version in package.json, with the commit if git knows it, for example 0.1.0-5f3ff36.',
    ),
  WORKER_MAX_ACTIVITIES: integer(100, 1, 10_000).describe('Maximum sends that one worker has in flight.'),
  WORKER_MAX_WEBHOOKS: integer(100, 1, 10_000).describe(
    'Maximum first attempts at webhook events that one worker has in flight. It is also the maximum number of endpoints whose queued events the worker delivers at the same time.',
  ),
  WORKER_MAX_WEBHOOKS_PER_ENDPOINT: integer(10, 1, 10_000).describe(
    'Maximum webhook requests that one worker has in flight to one endpoint, so that a slow or dead endpoint delays no other. Keep it well below WORKER_MAX_WEBHOOKS.',
  ),
  BROADCAST_SHARE_PERCENT: integer(10, 1, 100).describe(
    'Part of its time that a process uses for steps of broadcasts while it has other sends and requests, percent. With more, broadcasts are faster, and other sends are slower. On Linux, while the process waits for a free processor for more than 10 percent of the time in which it has work, the pauses between steps are longer, so that 10 percent become about 2. Without other work, broadcasts use all the time.',
  ),
  WORKER_MAX_WORKFLOW_TASKS: integer(40, 2, 1_000).describe(
    'Maximum workflow tasks that one worker has in progress. The first attempt at a quick message or webhook takes place in a workflow task.',
  ),
  WORKER_WORKFLOW_POLLERS: integer(10, 2, 100).describe(
    'Maximum polls for workflow tasks that one worker has open. Each takes one place of WORKER_MAX_WORKFLOW_TASKS.',
  ),
  WORKER_ACTIVITY_POLLERS: integer(10, 1, 100).describe(
    'Maximum polls for activities that one worker has open, counted separately for sends and for webhooks.',
  ),
  WORKER_MAX_CACHED_WORKFLOWS: integer(500, 10).describe(
    'Maximum workflows that one worker keeps in memory, about 0.3 MB each.',
  ),
};

export const rendering = {
  RENDER_TIMEOUT_SECONDS: number(2, 0.1, 5).describe(
    'Maximum seconds of processor time to render a message or to check an event file. Fractions are allowed. Rendering that takes longer fails permanently. If the machine is so busy that it takes 30 seconds of real time, a send is retried and a push is answered 503. It applies to API and worker.',
  ),
  RENDER_THREADS: integer(2, 1, 64).describe(
    'Maximum threads of one process that render large messages. They start when they are needed. One application uses at most all but one of them, and at least one. Use as many as there are cores. It applies to API and worker.',
  ),
};

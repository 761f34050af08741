import { CALL_BUCKETS, seconds } from './registry';

const durations = seconds(
  'render_duration_seconds',
  'Time to render a message or to check an event file, with the wait for a thread if it is large.',
  [0.0005, 0.001, ...CALL_BUCKETS],
  ['job', 'where'],
);

/** Observes a job that began at `begunAt`, by performance.now(). */
export const observeRender = (
  job: 'message' | 'event_file',
  where: 'inline' | 'thread',
  begunAt: number,
): void => durations.observe({ job, where }, (performance.now() - begunAt) / 1000);

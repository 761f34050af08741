import { setTimeout as sleep } from 'node:timers/promises';
import { type WorkflowHandle, WorkflowFailedError } from '@temporalio/client';

/** Interval of the checks in real time, milliseconds. */
const LOOK_EVERY_MS = 250;
/** A stack frame of the author's code: not of Node, of a library or of the bundle. */
const OWN_FRAME = /^ +at (?!.*(?:node_modules|\(node:|workflow-bundle-)).*$/gm;

/**
 * Returns the fault of a run's code with its line, or null if there is none. Temporal repeats the task of such a run for ever, so
 * a test would never see its end.
 */
export async function faultOf(handle: WorkflowHandle): Promise<string | null> {
  const { events } = await handle.fetchHistory();
  const failed = events?.find(({ workflowTaskFailedEventAttributes: attributes }) => attributes);
  const failure = failed?.workflowTaskFailedEventAttributes?.failure;
  if (!failure) return null;
  return [failure.message, ...(failure.stackTrace?.match(OWN_FRAME) ?? [])].join('\n');
}

/** Waits until a run has ended in any way. Calls `refuseFault` meanwhile, which throws if the run cannot end. */
export const untilEnded = (handle: WorkflowHandle, refuseFault: () => Promise<void>): Promise<void> =>
  unlessFaulty(
    handle.result().then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof WorkflowFailedError)) throw error;
      },
    ),
    refuseFault,
  );

/** Waits for something. Calls `refuseFault` meanwhile, which throws if the code of the run has failed. */
export async function unlessFaulty(awaited: Promise<void>, refuseFault: () => Promise<void>): Promise<void> {
  const done = awaited.then(() => true);
  const look = (): Promise<boolean> => sleep(LOOK_EVERY_MS).then(() => false);
  while (!(await Promise.race([done, look()]))) await refuseFault();
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type WorkflowHandle, WorkflowFailedError } from '@temporalio/client';

/** By the clock on the wall. */
const LOOK_EVERY_MS = 250;
/** A frame of what somebody wrote: neither Node's nor a library's, nor the bundle's own line. */
const OWN_FRAME = /^ +at (?!.*(?:node_modules|\(node:|workflow-bundle-)).*$/gm;

/**
 * What the code of a run fails with, and where; null where it does not. Temporal repeats the task of such a run for ever,
 * so a test would wait for its end in vain.
 */
export async function faultOf(handle: WorkflowHandle): Promise<string | null> {
  const { events } = await handle.fetchHistory();
  const failed = events?.find(({ workflowTaskFailedEventAttributes: attributes }) => attributes);
  const failure = failed?.workflowTaskFailedEventAttributes?.failure;
  if (!failure) return null;
  return [failure.message, ...(failure.stackTrace?.match(OWN_FRAME) ?? [])].join('\n');
}

/** Waits for the end of a run, however it ends; calls `refuseFault` meanwhile, which throws where there is none to come. */
export async function untilEnded(handle: WorkflowHandle, refuseFault: () => Promise<void>): Promise<void> {
  const ended = handle.result().then(
    () => true,
    (error: unknown) => {
      if (error instanceof WorkflowFailedError) return true;
      throw error;
    },
  );
  const look = (): Promise<boolean> => sleep(LOOK_EVERY_MS).then(() => false);
  while (!(await Promise.race([ended, look()]))) await refuseFault();
}

import type { Client } from '@temporalio/client';
import { inTime } from './with-deadline';
import { signalsOf } from './workflow-metadata';

/** What became of a signal for a sequence in code. */
export type Signalled =
  /** `checked`: its workflow knows it; else no worker answered, and Temporal keeps it until one does. */
  { kind: 'signalled'; checked: boolean } | { kind: 'unknown'; known: string[] } | { kind: 'over' };

const WORKER_ANSWERS_WITHIN_MS = 2000;
const SIGNALLED_WITHIN_MS = 2000;

/** Signals the sequence of a notification, unless it says that it has no such signal: Temporal takes any name. */
export async function signalSequence(
  client: Client,
  notificationId: string,
  name: string,
): Promise<Signalled> {
  const known = await signalsOf(client, notificationId, WORKER_ANSWERS_WITHIN_MS);
  if (known !== null && !known.includes(name)) return { kind: 'unknown', known };
  try {
    await inTime(client, SIGNALLED_WITHIN_MS, () => client.workflow.getHandle(notificationId).signal(name));
  } catch (error) {
    if (error instanceof Error && error.name === 'WorkflowNotFoundError') return { kind: 'over' };
    throw error;
  }
  return { kind: 'signalled', checked: known !== null };
}

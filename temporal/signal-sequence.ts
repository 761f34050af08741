import type { Client } from '@temporalio/client';
import { withDeadline } from './with-deadline';
import { unlessGone } from './workflow-calls';
import { signalsOf } from './workflow-metadata';

/** Result of a signal for a sequence in code. */
export type Signalled =
  /** `checked`: the workflow handles it. Otherwise no worker answered, and Temporal keeps the signal until one does. */
  { kind: 'signalled'; checked: boolean } | { kind: 'unknown'; known: string[] } | { kind: 'over' };

/** Deadline of the query and of the signal, milliseconds. */
const WITHIN_MS = 2000;

/** Signals the sequence of a notification. It asks for the handlers first, because Temporal accepts any name. */
export async function signalSequence(
  client: Client,
  notificationId: string,
  name: string,
): Promise<Signalled> {
  const known = await signalsOf(client, notificationId, WITHIN_MS);
  if (known !== null && !known.includes(name)) return { kind: 'unknown', known };
  const handle = client.workflow.getHandle(notificationId);
  const signalled = withDeadline(client, WITHIN_MS, () => handle.signal(name));
  return unlessGone<Signalled>(
    signalled.then(() => ({ kind: 'signalled', checked: known !== null })),
    { kind: 'over' },
  );
}

import type { Client } from '@temporalio/client';
import { withDeadline } from './with-deadline';
import { unlessGone } from './workflow-calls';
import { signalsOf } from './workflow-metadata';

/** Result of a signal for a sequence in code. */
export type Signalled =
  /**
   * `checked`: the workflow handles it. Otherwise no worker answered or the sequence has not begun, and Temporal keeps the
   * signal.
   */
  { kind: 'signalled'; checked: boolean } | { kind: 'unknown'; known: string[] } | { kind: 'over' };

/** Deadline of the query and of the signal, milliseconds. */
const WITHIN_MS = 2000;

/**
 * Signals the sequence of a notification. It asks for the handlers first, because Temporal accepts any name. Before `sendAt`
 * there are none yet.
 */
export async function signalSequence(
  client: Client,
  notificationId: string,
  { name, args }: { name: string; args: unknown[] },
  sendAt: Date | undefined,
): Promise<Signalled> {
  const hasBegun = sendAt === undefined || sendAt.getTime() <= Date.now();
  const known = hasBegun ? await signalsOf(client, notificationId, WITHIN_MS) : null;
  if (known !== null && !known.includes(name)) return { kind: 'unknown', known };
  const handle = client.workflow.getHandle(notificationId);
  const signalled = withDeadline(client, WITHIN_MS, () => handle.signal(name, ...args));
  return unlessGone<Signalled>(
    signalled.then(() => ({ kind: 'signalled', checked: known !== null })),
    { kind: 'over' },
  );
}

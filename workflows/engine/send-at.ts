import { sleep } from '@temporalio/workflow';
import { showWait } from './details';

/**
 * Waits for the time that a send asked for, milliseconds since 1970. A timer, not a delayed start: it costs one
 * workflow task more, and for it the Temporal UI says what is waited for, and the time is that of Temporal's clock,
 * not of the clock of whoever starts the workflow.
 */
export async function untilSendAt(sendAt: number | undefined): Promise<void> {
  const ms = sendAt === undefined ? 0 : sendAt - Date.now();
  if (!(ms > 0)) return;
  showWait(Date.now() + ms, 'send_at');
  await sleep(ms, { summary: 'Until send_at' });
}

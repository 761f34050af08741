import { sleep } from '@temporalio/workflow';
import { showWait } from './details';

/**
 * Waits for the `send_at` of a send, milliseconds since 1970. It is a timer and not a delayed start: that costs one more workflow
 * task, but the Temporal UI shows the wait, and Temporal's clock counts instead of the API's.
 */
export async function untilSendAt(sendAt: number): Promise<void> {
  const ms = sendAt - Date.now();
  if (!(ms > 0)) return;
  showWait(Date.now() + ms, 'send_at');
  await sleep(ms, { summary: 'Until send_at' });
}

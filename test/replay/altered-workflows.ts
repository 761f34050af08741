import { sleep } from '@temporalio/workflow';
import { notification as original } from '../../workflows/notification';
import type { NotificationInput } from '../../workflows/contract';

/** A change that forgot about histories: it waits before it sends. */
export async function notification(input: NotificationInput): Promise<string> {
  await sleep(1000);
  return original(input);
}

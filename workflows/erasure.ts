import { sleep } from '@temporalio/workflow';
import { purgeContact } from './activities';
import type { ErasureInput } from './contract';

/**
 * Removes everything of an erased contact: its notifications, what they stored, and their executions. A send
 * that was under way when the contact went may leave its trace behind the first pass, hence the second.
 */
export async function erasure({ contactId }: ErasureInput): Promise<void> {
  await purgeAll(contactId, false);
  await sleep('1 minute', { summary: 'Before the second pass' });
  await purgeAll(contactId, true);
}

async function purgeAll(contactId: string, last: boolean): Promise<void> {
  let more = true;
  while (more) ({ more } = await purgeContact({ contactId, last }));
}

import { continueAsNew, patched, sleep, workflowInfo } from '@temporalio/workflow';
import { purgeContact } from './activities';
import type { ErasureInput } from './contract';

/**
 * Removes everything of an erased contact: its notifications, what they stored, and their executions. The second pass removes
 * what a send that was under way has written after the first one. When the history has grown long, a new run continues the
 * pass.
 */
export async function erasure({ contactId, last = false }: ErasureInput): Promise<void> {
  if (!last) {
    await purgeAll(contactId, false);
    await sleep('1 minute', { summary: 'Before the second pass' });
  }
  await purgeAll(contactId, true);
}

async function purgeAll(contactId: string, last: boolean): Promise<void> {
  let more = true;
  while (more) {
    ({ more } = await purgeContact({ contactId, last }));
    // Asked in long histories only, so that others have no marker of it.
    if (more && workflowInfo().continueAsNewSuggested && patched('erasure-continues-as-new'))
      await continueAsNew<typeof erasure>({ contactId, last });
  }
}

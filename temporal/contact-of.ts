import type { Client } from '@temporalio/client';
import { CONTACT_KEY } from './search-attributes';
import { unlessGone } from './workflow-calls';

/** Returns the contact of a notification's workflow, null if it has none, undefined if there is no such workflow. */
export function contactOf(client: Client, workflowId: string): Promise<string | null | undefined> {
  const described = client.workflow.getHandle(workflowId).describe();
  return unlessGone(
    described.then(({ typedSearchAttributes }) => typedSearchAttributes.get(CONTACT_KEY) ?? null),
    undefined,
  );
}

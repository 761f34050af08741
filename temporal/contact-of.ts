import type { Client } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/common';
import { CONTACT_KEY } from './search-attributes';

/** The contact that a workflow of a notification is for, null without one; undefined: Temporal has no such workflow. */
export async function contactOf(client: Client, workflowId: string): Promise<string | null | undefined> {
  try {
    const { typedSearchAttributes } = await client.workflow.getHandle(workflowId).describe();
    return typedSearchAttributes.get(CONTACT_KEY) ?? null;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

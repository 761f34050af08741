import type { Client } from '@temporalio/client';
import { withDeadline } from './with-deadline';

/** Deadline of a list, milliseconds. */
const WITHIN_MS = 10_000;

export interface ExecutionQuery {
  /** A visibility query, https://docs.temporal.io/list-filter. */
  query: string;
  size: number;
  /** `next` of the previous page. Absent: the first page. */
  page?: string;
}

/** Returns one page of workflow ids that match a query, and the token of the next page (base64), null if there is none. */
export async function listExecutions(
  client: Client,
  { query, size, page = '' }: ExecutionQuery,
): Promise<{ ids: string[]; next: string | null }> {
  const { executions, nextPageToken } = await withDeadline(client, WITHIN_MS, () =>
    client.workflowService.listWorkflowExecutions({
      namespace: client.options.namespace,
      query,
      pageSize: size,
      nextPageToken: Buffer.from(page, 'base64'),
    }),
  );
  const ids = (executions ?? []).flatMap(({ execution }) => execution?.workflowId ?? []);
  const next = Buffer.from(nextPageToken ?? '').toString('base64');
  return { ids: [...new Set(ids)], next: next || null };
}

/** Returns which of these workflow ids have a run that Temporal lists as running. A new run may be missing for seconds. */
export async function executionsAmong(client: Client, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const among = ids.map((id) => `'${id}'`).join(', ');
  const query = `WorkflowId IN (${among}) AND ExecutionStatus = 'Running'`;
  const listed = await listExecutions(client, { query, size: ids.length });
  return new Set(listed.ids);
}

import type { Client } from '@temporalio/client';
import { inTime } from './with-deadline';

/** How long a list may take, milliseconds. */
const WITHIN_MS = 10_000;

export interface ExecutionQuery {
  /** A visibility query, https://docs.temporal.io/list-filter. */
  query: string;
  size: number;
  /** Where the page before ended. Absent: the first page. */
  page?: string;
}

/** One page of what Temporal lists: workflow ids, and where the next page begins (base64); null: there is none. */
export async function listExecutions(
  client: Client,
  { query, size, page = '' }: ExecutionQuery,
): Promise<{ ids: string[]; next: string | null }> {
  const { executions, nextPageToken } = await inTime(client, WITHIN_MS, () =>
    client.workflowService.listWorkflowExecutions({
      namespace: client.options.namespace,
      query,
      pageSize: size,
      nextPageToken: Buffer.from(page, 'base64'),
    }),
  );
  const ids = (executions ?? []).flatMap(({ execution }) => execution?.workflowId ?? []);
  const next = Buffer.from(nextPageToken ?? '').toString('base64');
  return { ids: [...new Set(ids)], next: next === '' ? null : next };
}

/** Which of some workflow ids have a run that Temporal lists as running; a new one may be missing for some seconds. */
export async function executionsAmong(client: Client, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const among = ids.map((id) => `'${id}'`).join(', ');
  const query = `WorkflowId IN (${among}) AND ExecutionStatus = 'Running'`;
  const listed = await listExecutions(client, { query, size: ids.length });
  return new Set(listed.ids);
}

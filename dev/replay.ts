import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { HistoryAndWorkflowId } from '@temporalio/client';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { createTemporalClient } from '../temporal/client';
import { whyItBreaks, workflowTypeOf } from './replay-words';

const ROOT = path.join(__dirname, '..');
const USAGE = `npm run replay                          the histories in test/histories
npm run replay -- --address HOST:PORT   those of a live namespace
  --namespace NAME    default: default
  --query QUERY       a visibility query; default: WorkflowType = "notification"
  --limit N           so many at most, open ones first; default: 1000
  --tls               connects over TLS; TEMPORAL_API_KEY in the environment implies it
  --workflows FILE    the workflows to replay against; default: workflows/index.ts`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      address: { type: 'string' },
      namespace: { type: 'string', default: 'default' },
      query: { type: 'string', default: 'WorkflowType = "notification"' },
      limit: { type: 'string', default: '1000' },
      tls: { type: 'boolean', default: false },
      workflows: { type: 'string', default: path.join(ROOT, 'workflows/index.ts') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1) throw new Error('--limit must be a whole number from 1 on');
  Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined), telemetryOptions: quiet });
  const workflowsPath = path.resolve(values.workflows);
  const bundle = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
  const { address, namespace, tls, query } = values;
  const histories = address === undefined ? saved() : live({ address, namespace, tls, query, limit });
  return replay(bundle, histories);
}

/** What the replay finds is said in our words, below. */
const quiet = { logging: { filter: 'OFF', forward: {} } } as const;

/** Replays, and prints a line for each; gives the exit code. */
async function replay(
  workflowBundle: { code: string },
  histories: AsyncIterable<HistoryAndWorkflowId>,
): Promise<number> {
  const types = new Map<string, string>();
  async function* noted(): AsyncIterable<HistoryAndWorkflowId> {
    for await (const one of histories) {
      types.set(one.workflowId, workflowTypeOf(one.history));
      yield one;
    }
  }
  let good = 0;
  let broken = 0;
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, noted())) {
    const type = types.get(workflowId) ?? 'unknown type';
    types.delete(workflowId);
    if (error) {
      broken += 1;
      console.log(`BREAKS  ${workflowId} (${type}): ${whyItBreaks(error)}`);
    } else {
      good += 1;
      console.log(`ok      ${workflowId} (${type})`);
    }
  }
  const all = good + broken;
  if (all === 0) console.log('There is no history to replay.');
  else console.log(broken === 0 ? `All ${all} replay.` : `${broken} of ${all} would break.`);
  return broken === 0 ? 0 : 1;
}

async function* saved(): AsyncIterable<HistoryAndWorkflowId> {
  const directory = path.join(ROOT, 'test/histories');
  for (const file of (await readdir(directory)).filter((name) => name.endsWith('.json')).sort()) {
    const history = historyFromJSON(JSON.parse(await readFile(path.join(directory, file), 'utf8')));
    yield { workflowId: path.basename(file, '.json'), history };
  }
}

async function* live(of: {
  address: string;
  namespace: string;
  tls: boolean;
  query: string;
  limit: number;
}): AsyncIterable<HistoryAndWorkflowId> {
  const client = createTemporalClient({ ...of, apiKey: process.env.TEMPORAL_API_KEY || undefined });
  try {
    // Visibility lists open executions first, then what closed last.
    let left = of.limit;
    for await (const { workflowId, runId } of client.workflow.list({ query: of.query })) {
      const handle = client.workflow.getHandle(workflowId, runId);
      // It may have been removed since it was listed.
      const history = await handle.fetchHistory().catch((error: unknown) => {
        if (error instanceof Error && error.name === 'WorkflowNotFoundError') return null;
        throw error;
      });
      if (history) yield { workflowId, history };
      if ((left -= 1) === 0) return;
    }
  } finally {
    await client.connection.close();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Client, isGrpcServiceError } from '@temporalio/client';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { temporal } from '@temporalio/proto';
import { type Config, loadConfig } from '../../../process/config';
import { createTemporalClient } from '../../../temporal/client';
import { createPayloadCodec } from '../../../temporal/payload-codec';
import { decodeHistory } from './decode-history';

/** The folder of the histories that are kept with the sources. */
export const SAVED = path.join(__dirname, '../../../test/histories');

export type History = temporal.api.history.v1.IHistory;

/** A history to replay. */
export interface OneHistory {
  workflowId: string;
  history: History;
  /** Whether its run has ended, so that no worker will replay it. */
  closed: boolean;
}

export interface LiveOptions {
  address: string;
  namespace: string;
  tls: boolean;
  query: string;
  limit: number;
  /** Whether runs that have ended are included. */
  closed: boolean;
}

/** Yields the histories in these folders, of which one may be absent. */
export async function* savedHistories(folders: readonly string[] = [SAVED]): AsyncIterable<OneHistory> {
  for (const folder of folders.filter((one) => existsSync(one)))
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()) {
      const history = historyFromJSON(JSON.parse(await readFile(path.join(folder, file), 'utf8')));
      yield { workflowId: path.basename(file, '.json'), history, closed: false };
    }
}

/** Yields the histories of a live namespace, those of open runs first. */
export async function* liveHistories(of: LiveOptions): AsyncIterable<OneHistory> {
  const { temporal: server, TEMPORAL_ENCRYPTION_KEY } = connectionSettings(of);
  const codec = createPayloadCodec(TEMPORAL_ENCRYPTION_KEY);
  const client = createTemporalClient({ server, codec });
  try {
    await client.connection.ensureConnected().catch((error: unknown) => {
      throw new Error(unreachable(of), { cause: error });
    });
    for await (const one of listed(client, of)) {
      if (codec) await decodeHistory(one.history, codec);
      yield one;
    }
  } catch (error) {
    // The client's own message names only the call.
    if (!(error instanceof Error) || !isGrpcServiceError(error.cause)) throw error;
    throw new Error(`${error.message} of ${of.address}: ${error.cause.details}`, { cause: error });
  } finally {
    await client.connection.close();
  }
}

/** Returns the settings of Temporal's clients; all others have no say here. */
function connectionSettings({ address, namespace, tls }: LiveOptions): Config {
  const own = Object.entries(process.env).filter(([name]) => COUNT.test(name));
  return loadConfig({
    ...Object.fromEntries(own),
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    ...(tls && { TEMPORAL_TLS: 'true' }),
  });
}

/** The last three are where Temporal's configuration file can be. */
const COUNT = /^(TEMPORAL_.+|HELIOGRAPH_MODE|HOME|XDG_CONFIG_HOME|APPDATA)$/;

const unreachable = ({ address, tls }: LiveOptions): string =>
  `Temporal does not respond at ${address}${tls ? ' over TLS' : ''}. Give --address as the workers have it in ` +
  `TEMPORAL_ADDRESS (after npm start it is in .data/dev.json), and --tls if the server needs it.`;

async function* listed(client: Client, { query, limit, closed }: LiveOptions): AsyncIterable<OneHistory> {
  const wanted = closed ? query : `(${query}) AND ExecutionStatus = "Running"`;
  let left = limit;
  for await (const { workflowId, runId } of client.workflow.list({ query: wanted })) {
    if (left === 0) {
      console.log(`There are more than ${limit} histories. The others were not replayed (--limit).`);
      return;
    }
    const handle = client.workflow.getHandle(workflowId, runId);
    // The run may have been removed since it was listed.
    const history = await handle.fetchHistory().catch((error: unknown) => {
      if (error instanceof Error && error.name === 'WorkflowNotFoundError') return null;
      throw error;
    });
    // It may also have ended since.
    const hasEnded = history !== null && isClosed(history);
    if (history === null || (hasEnded && !closed)) continue;
    yield { workflowId, history, closed: hasEnded };
    left -= 1;
  }
}

const { EventType } = temporal.api.enums.v1;
const ENDS = new Set<unknown>([
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TIMED_OUT,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW,
]);

const isClosed = ({ events }: History): boolean => ENDS.has(events?.at(-1)?.eventType);

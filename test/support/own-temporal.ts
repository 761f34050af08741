import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tools/dev/servers/ports';
import { startTemporal } from '../../tools/dev/servers/start';
import { locateTemporal } from '../../tools/dev/servers/temporal';
import { SEARCH_ATTRIBUTES } from '../../temporal/search-attributes';

/** A Temporal of one test file's own, which it may stop; its address and its store survive. */
export interface OwnTemporal {
  address: string;
  pid(): number;
  stop(): Promise<void>;
  /** SIGKILL, then waits. */
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  remove(): Promise<void>;
}

export async function startOwnTemporal(
  processOptions: Parameters<typeof startTemporal>[2] = {},
  dynamicConfig: Record<string, string | number | boolean> = {},
): Promise<OwnTemporal> {
  const directory = await mkdtemp(join(tmpdir(), 'heliograph-temporal-'));
  const port = await freePort();
  const start = async () =>
    startTemporal(
      await locateTemporal(() => undefined),
      {
        port,
        namespace: process.env.HELIOGRAPH_TEST_TEMPORAL_NAMESPACE ?? '',
        dbFilename: join(directory, 'temporal.db'),
        searchAttributes: Object.values(SEARCH_ATTRIBUTES),
        dynamicConfig,
      },
      processOptions,
    );
  let temporal = await start();
  return {
    address: temporal.address,
    pid: () => temporal.pid,
    stop: () => temporal.stop(),
    kill: () => temporal.kill(),
    startAgain: async () => {
      temporal = await start();
    },
    remove: async () => {
      await temporal.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

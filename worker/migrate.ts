import { loadConfig } from '../process/config';
import { connectStore, isUnavailable } from '../store/connection';
import { createStore } from '../store/store';

/** Builds the indexes of this release before its processes start (docs/operations/upgrading.md). */
async function main(): Promise<void> {
  const config = loadConfig();
  const connection = connectStore(config.MONGODB_URI, { warn: (message) => console.warn(message) });
  const slow = setTimeout(() => console.log('MongoDB does not answer yet; still waiting'), 5000);
  try {
    await connection.connected;
    clearTimeout(slow);
    const store = createStore(connection.mongoose);
    for (const which of ['unique', 'others'] as const)
      await store.ensureIndexes({
        which,
        onThere: (index, ms) => console.log(`${index}: there, after ${(ms / 1000).toFixed(1)} s`),
        onProblem: (index, error) => {
          if (!isUnavailable(error)) throw new Error(`${index} cannot be built: ${String(error)}`);
          console.log(`${index}: not there yet, waiting on`);
        },
      });
    console.log('All indexes of this release are there.');
  } finally {
    clearTimeout(slow);
    await connection.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

import type { Logger } from 'pino';
import type { Store } from './store/store';

/** A build that took longer is worth a line, milliseconds. */
const LONG_MS = 1000;

/**
 * Waits for the unique indexes, which promises stand on, however long that takes, and lets the others be built in the
 * background: without them queries are slow, and right.
 */
export async function beginIndexes(
  store: Pick<Store, 'ensureIndexes'>,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const ensure = (which: 'unique' | 'others'): Promise<void> =>
    store.ensureIndexes({
      which,
      signal,
      onThere: (index, ms) => {
        if (ms >= LONG_MS) log.info({ index, ms }, 'an index has been built');
      },
      onProblem: (index, error) =>
        log.warn(
          { index, err: error },
          which === 'unique'
            ? 'a unique index is not there yet; nothing is accepted or sent until it is (docs/operations/upgrading.md)'
            : 'an index is not there yet; queries that need it are slow until it is (docs/operations/upgrading.md)',
        ),
    });
  await ensure('unique');
  void ensure('others');
}

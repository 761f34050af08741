import type { Logger } from 'pino';
import type { Store } from '../store/store';

/** A build that took longer is logged, milliseconds. */
const LONG_MS = 1000;

/**
 * Waits until the unique indexes are built, because idempotency depends on them. The others are built in the background:
 * without them queries are slow, but correct.
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
            ? 'a unique index is not built yet; nothing is accepted or sent until it is (docs/operations/upgrading.md)'
            : 'an index is not built yet; queries that need it are slow until it is (docs/operations/upgrading.md)',
        ),
    });
  await ensure('unique');
  void ensure('others');
}

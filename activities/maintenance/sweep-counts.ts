import { noteAudience } from '../../telemetry/audience-metrics';
import type { Round } from './sweep-round';

/** Counts what waits for a long time and that nobody may look at: imports, and prefixes that the SMS guard holds. */
export async function countAudience({ store }: Round): Promise<void> {
  const [imports, heldPrefixes] = await Promise.all([
    store.topicImports.counts(),
    store.pauses.heldPrefixes(),
  ]);
  noteAudience({ imports, heldPrefixes });
}

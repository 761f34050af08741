import type { Claimed, Settlement } from './outcome-change';
import type { createOutcomeStore } from './outcomes';

type OutcomeStore = ReturnType<typeof createOutcomeStore>;

/** Most outcomes in one write: its commands and their answer stay small. */
const MOST = 100;
/** How long the first outcome of a write waits for others, milliseconds. */
const GATHER_MS = 10;

interface Waiting {
  claimed: Claimed;
  settlement: Settlement;
  resolve: (recorded: Awaited<ReturnType<OutcomeStore['record']>>) => void;
  reject: (error: unknown) => void;
}

/**
 * Records the outcomes of many sends with few writes: those that come while a write is under way, or just before it, go together.
 * Each is the same conditional update as alone. If one of them finds its claim changed, each is recorded on its own, which
 * also finds what the write has stored.
 */
export function recordTogether({ record, recordMany }: OutcomeStore): OutcomeStore['record'] {
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      const some = waiting.slice(0, MOST);
      waiting = waiting.slice(MOST);
      await recordSome(some);
    }
    isWriting = false;
  }

  async function recordSome(some: Waiting[]): Promise<void> {
    const statuses = await recordMany(some).catch((error: unknown) => ({ error }));
    if (Array.isArray(statuses)) {
      for (const [at, { resolve }] of some.entries()) {
        const status = statuses[at];
        resolve(status === undefined ? null : { status, late: false, confirmed: false, decided: true });
      }
      return;
    }
    // The caller tries again if the database fails.
    await Promise.all(
      some.map(({ claimed, settlement, resolve, reject }) =>
        record(claimed, settlement).then(resolve, reject),
      ),
    );
  }

  return (claimed, settlement, proved = false) => {
    if (proved) return record(claimed, settlement, proved);
    return new Promise((resolve, reject) => {
      waiting.push({ claimed, settlement, resolve, reject });
      if (!isWriting) void write();
    });
  };
}

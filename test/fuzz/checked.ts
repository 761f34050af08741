import type { FuzzTarget } from './target';

const MS_PER_10_KB = 50;
/** How many times as long an input may take: beside other tests, processors and their caches are slower. */
const PATIENCE = Number(process.env.FUZZ_PATIENCE ?? 1);
const UNIT = 10_000;
/** A check that waits for nothing that comes takes this long. */
const ANSWER_WITHIN_MS = 60_000;
/** How often an input that took too long is tried again. The least time counts, because the first compiles code. */
const TRIES = 4;

const PROTOTYPES = [Object, Array, String, Number, Boolean, Function, Map, Set, Date, RegExp, Promise, Error]
  .map(({ prototype }) => prototype as object)
  .map((prototype) => ({ prototype, keys: new Set(Reflect.ownKeys(prototype)) }));

/** Runs a target's check of one input, and throws if the check fails, takes too long, or changes a prototype. */
export async function checked<Input>(target: FuzzTarget<Input>, input: Input): Promise<void> {
  const size = Buffer.byteLength(JSON.stringify(input));
  const limit = PATIENCE * (target.msPer10kB ?? MS_PER_10_KB) * Math.max(1, size / UNIT);
  let least = Infinity;
  for (let tried = 0; tried < TRIES && least > limit; tried += 1) {
    least = Math.min(least, await timeOf(target, input));
  }
  if (least > limit)
    throw new Error(
      `took ${Math.round(least)} ms of processor time for ${size} bytes; the limit is ${Math.round(limit)} ms`,
    );
}

async function timeOf<Input>(target: FuzzTarget<Input>, input: Input): Promise<number> {
  const before = process.cpuUsage();
  const checking = target.check(input);
  if (checking) await within(checking);
  const { user, system } = process.cpuUsage(before);
  for (const { prototype, keys } of PROTOTYPES)
    for (const key of Reflect.ownKeys(prototype))
      if (!keys.has(key)) {
        // What comes after it must not be blamed too.
        keys.add(key);
        throw new Error(`a prototype was changed: it has ${String(key)}`);
      }
  return (user + system) / 1000;
}

async function within(checking: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('has no result after a minute')), ANSWER_WITHIN_MS);
  });
  await Promise.race([checking, late]).finally(() => clearTimeout(timer));
}

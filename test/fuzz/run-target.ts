import fc from 'fast-check';
import { checked } from './checked';
import { keepInput, keptInputs } from './corpus';
import type { FuzzTarget } from './target';

export interface FuzzOptions {
  /** The first round of inputs has this seed, the next ones those after it. */
  seed: number;
  /** How long inputs are made, milliseconds. At least one round is. */
  forMs: number;
  /** Folder of kept inputs. @default test/fuzz/corpus */
  corpus?: string;
  /** Called with each input before it is tried. */
  onInput?: (target: string, input: unknown) => void;
}

export interface Broken {
  /** What was wrong, and where the code threw it. */
  problem: string;
  /** Shrunk. */
  input: unknown;
  /** Of the round that found it; null: a kept input. */
  seed: number | null;
  /** File of the input, null if it is too large to keep. */
  file: string | null;
}

export interface Outcome {
  /** Number of inputs tried, kept ones and those of shrinking included. */
  inputs: number;
  broken: Broken | null;
}

const ROUND = 200;
const MOST_SEED = 0x7fffffff;
/** Shrinking ends after this time, with the smallest input so far. */
const ROUND_WITHIN_MS = 120_000;

/** Tries the kept inputs of a target, then new ones until the time is over or one breaks a promise. */
export async function runTarget(target: FuzzTarget, options: FuzzOptions): Promise<Outcome> {
  const stop = await target.start?.();
  try {
    return await tryInputs(target, options);
  } finally {
    await stop?.();
  }
}

async function tryInputs(
  target: FuzzTarget,
  { seed, forMs, corpus, onInput }: FuzzOptions,
): Promise<Outcome> {
  let inputs = 0;
  const tryOne = async (input: unknown): Promise<void> => {
    inputs += 1;
    onInput?.(target.name, input);
    await checked(target, input);
  };
  for (const { file, input } of keptInputs(target.name, corpus)) {
    try {
      await tryOne(input);
    } catch (error) {
      return { inputs, broken: { problem: problemOf(error), input, seed: null, file } };
    }
  }
  const end = performance.now() + forMs;
  for (let round = seed; inputs === 0 || performance.now() < end; round = (round + 1) % MOST_SEED) {
    const details = await fc.check(fc.asyncProperty(target.arbitrary, tryOne), {
      seed: round,
      numRuns: ROUND,
      interruptAfterTimeLimit: ROUND_WITHIN_MS,
    });
    if (!details.failed || !details.counterexample) continue;
    const [input] = details.counterexample;
    const problem = problemOf(details.errorInstance);
    const file = keepInput(target.name, input, problem.split('\n', 1)[0]!, corpus);
    return { inputs, broken: { problem, input, seed: round, file } };
  }
  return { inputs, broken: null };
}

const problemOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

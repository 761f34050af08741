import type fc from 'fast-check';

/** A parser or a listener, with the inputs that it is tried with and what it promises for each of them. */
export interface FuzzTarget<Input = unknown> {
  name: string;
  /** Values of JSON, so that a failing one can be kept in a file. Bytes are latin1 texts. */
  arbitrary: fc.Arbitrary<Input>;
  /** Throws if the promise is broken. */
  check(input: Input): void | Promise<void>;
  /** Maximum processor time for each 10 kB of input, milliseconds. @default 50 */
  msPer10kB?: number;
  /** Starts what `check` needs. Returns a function that ends it. */
  start?(): Promise<() => Promise<void>>;
}

/** Returns the target with its inputs' type forgotten, as the list of all targets has it. */
export const fuzzTarget = <Input>(target: FuzzTarget<Input>): FuzzTarget => target;

/** Throws with `message` unless the condition holds. */
export function promise(holds: boolean, message: string | (() => string)): asserts holds {
  if (!holds) throw new Error(typeof message === 'string' ? message : message());
}

/** Runs `act`. Returns its result, or undefined if it threw one of these errors. Another error breaks the promise. */
export function unlessThrown<Result>(
  act: () => Result,
  ...documented: (abstract new (...given: never[]) => Error)[]
): Result | undefined {
  try {
    return act();
  } catch (error) {
    if (documented.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}

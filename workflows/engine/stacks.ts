/** File of Temporal's SDK whose hook asks for a stack with each promise of a run, and keeps it for the query `__stack_trace`. */
const HOOK_FILE = 'vm-shared.js';

/** Each run has its own globals. */
const run = globalThis as { keepsStacks?: boolean };

type Prepare = NonNullable<typeof Error.prepareStackTrace>;

/** Makes Temporal keep where each further promise of this run was made, so that `__stack_trace` shows where its code waits. */
export function keepStacks(): void {
  run.keepsStacks = true;
}

/** Returns how the SDK writes stacks, with the lines of the sources. Outside of the sandbox there is none. */
function prepareOfSdk(): Prepare | undefined {
  // The SDK gives the sandbox a `URL` of the worker, and sets `prepareStackTrace` there.
  const OfWorker = URL.constructor as FunctionConstructor;
  if (OfWorker === Function) return undefined;
  // There is no other way out of the sandbox. The SDK takes the same way into it.
  return (OfWorker('return Error.prepareStackTrace') as () => Prepare | undefined)();
}

const prepare = prepareOfSdk();

// Without this, the stacks take a fifth of the time of a plain send in the workflow thread (docs/internals/single-send-cost.md).
if (prepare)
  Error.prepareStackTrace = (error, frames): unknown =>
    !run.keepsStacks && frames[0]?.getFileName()?.endsWith(HOOK_FILE) ? '' : prepare(error, frames);

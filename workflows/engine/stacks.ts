/** File of Temporal's SDK whose hook asks for a stack with each promise of a run, and keeps it for the query `__stack_trace`. */
const HOOK_FILE = 'vm-shared.js';

/** Each run has its own. */
const globals = globalThis as { keepsStacks?: boolean };

type Prepare = NonNullable<typeof Error.prepareStackTrace>;

/** Makes Temporal keep where each further promise of this run was made, so that `__stack_trace` shows where its code waits. */
export function keepStacks(): void {
  globals.keepsStacks = true;
}

/** Returns how the SDK writes stacks, with the lines of the sources; undefined outside of its sandbox. */
function prepareOfSdk(): Prepare | undefined {
  if (!('__TEMPORAL_CALL_INTO_SCOPE' in globalThis)) return undefined;
  // The sandbox has the `URL` of the worker, where the SDK sets `prepareStackTrace`. There is no other way out, and the SDK takes
  // the same way in.
  const WorkerFunction = URL.constructor as FunctionConstructor;
  return (WorkerFunction('return Error.prepareStackTrace') as () => Prepare | undefined)();
}

const prepare = prepareOfSdk();

// Without this, the stacks take a fifth of the time of a plain send in the workflow thread (docs/internals/single-send-cost.md).
if (prepare)
  Error.prepareStackTrace = (error, frames): unknown =>
    !globals.keepsStacks && frames[0]?.getFileName()?.endsWith(HOOK_FILE) ? '' : prepare(error, frames);

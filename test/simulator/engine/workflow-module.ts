import { ActivityFailure, CancelledFailure } from '@temporalio/common';
import {
  type ActivityOptions,
  type ChildOptions,
  ContinueAsNew,
  type Scope,
  instance,
  isCancelled,
} from './instance';
import { msOf } from './durations';

/** Stands in for `@temporalio/workflow` in a simulated worker. */
export {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  ChildWorkflowFailure,
  TemporalFailure,
  TimeoutFailure,
  WorkflowExecutionAlreadyStartedError,
} from '@temporalio/common';
export const isCancellation = (error: unknown): boolean =>
  error instanceof CancelledFailure ||
  (error instanceof ActivityFailure && error.cause instanceof CancelledFailure);

export const ActivityCancellationType = {
  WAIT_CANCELLATION_COMPLETED: 'WAIT_CANCELLATION_COMPLETED',
} as const;
export const ParentClosePolicy = { ABANDON: 'ABANDON' } as const;

type Call = ((...args: unknown[]) => Promise<unknown>) & {
  executeWithOptions: (options: ActivityOptions, args: unknown[]) => Promise<unknown>;
};

const refuseCancelled = (): void => {
  if (isCancelled(instance().scope)) throw new CancelledFailure('The scope was cancelled');
};

function calls(kind: 'activity' | 'local', common: ActivityOptions): Record<string, Call> {
  const call = async (type: string, own: ActivityOptions, args: unknown[]): Promise<unknown> => {
    const run = instance();
    refuseCancelled();
    const seq = run.nextSeq();
    run.commands.push({ kind, seq, type, args, options: { ...common, ...own } });
    return run.wait(seq, () => {
      if (kind === 'activity') run.commands.push({ kind: 'cancelActivity', seq });
      return true;
    });
  };
  return new Proxy(
    {},
    {
      get: (_target, type: string) =>
        Object.assign((...args: unknown[]) => call(type, {}, args), {
          executeWithOptions: (options: ActivityOptions, args: unknown[]) => call(type, options, args),
        }),
    },
  );
}

export const proxyActivities = (options: ActivityOptions) => calls('activity', options);
export const proxyLocalActivities = (options: ActivityOptions) => calls('local', options);

export async function sleep(duration: string | number, _options?: object): Promise<void> {
  const run = instance();
  refuseCancelled();
  const seq = run.nextSeq();
  run.commands.push({ kind: 'timer', seq, ms: Math.max(1, msOf(duration) ?? 1) });
  await run.wait(seq, () => {
    run.commands.push({ kind: 'cancelTimer', seq });
    return false;
  });
}

export async function condition(
  test: () => boolean,
  timeout?: string | number,
  _options?: object,
): Promise<unknown> {
  const run = instance();
  refuseCancelled();
  if (test()) return timeout === undefined ? undefined : true;
  const seq = run.nextSeq();
  const ms = timeout === undefined ? undefined : Math.max(1, msOf(timeout) ?? 1);
  if (ms !== undefined) run.commands.push({ kind: 'timer', seq, ms });
  return new Promise((resolve, reject) => {
    const waiting = {
      test,
      done: () => {
        run.forget(seq);
        if (ms !== undefined) run.commands.push({ kind: 'cancelTimer', seq });
        resolve(ms === undefined ? undefined : true);
      },
    };
    run.conditions.add(waiting);
    const answered = run.wait(seq, () => {
      if (ms !== undefined) run.commands.push({ kind: 'cancelTimer', seq });
      return false;
    });
    answered.then(
      () => {
        if (run.conditions.delete(waiting)) resolve(test());
      },
      (error: Error) => {
        if (run.conditions.delete(waiting)) reject(error);
      },
    );
  });
}

interface Named {
  kind: 'signal' | 'update' | 'query';
  name: string;
}

export const defineSignal = (name: string): Named => ({ kind: 'signal', name });
export const defineUpdate = (name: string): Named => ({ kind: 'update', name });
export const defineQuery = (name: string): Named => ({ kind: 'query', name });
export const setHandler = ({ kind, name }: Named, handler: (...args: unknown[]) => void): void => {
  if (kind === 'signal') instance().handle(name, handler);
};

export const allHandlersFinished = (): boolean => true;
export const patched = (): boolean => true;
export const deprecatePatch = (): void => undefined;
export const setCurrentDetails = (): void => undefined;
export const workflowInfo = () => ({
  ...instance().info,
  historyLength: 10,
  continueAsNewSuggested: false,
});

export const continueAsNew = (...args: unknown[]): Promise<never> => Promise.reject(new ContinueAsNew(args));

export async function startChild(type: string, options: ChildOptions): Promise<void> {
  const run = instance();
  const seq = run.nextSeq();
  run.commands.push({ kind: 'child', seq, type, options });
  await run.wait(seq, () => true);
}

export class CancellationScope {
  static readonly #of = new WeakMap<Scope, CancellationScope>();
  readonly #scope: Scope;
  readonly #owner = instance();

  constructor(options: { cancellable?: boolean } = {}, scope?: Scope) {
    this.#scope = scope ?? {
      cancellable: options.cancellable ?? true,
      cancelled: false,
      parent: this.#owner.scope,
    };
    CancellationScope.#of.set(this.#scope, this);
  }

  static current(): CancellationScope {
    const { scope } = instance();
    return CancellationScope.#of.get(scope) ?? new CancellationScope({}, scope);
  }

  static nonCancellable<T>(work: () => Promise<T>): Promise<T> {
    return new CancellationScope({ cancellable: false }).run(work);
  }

  static cancellable<T>(work: () => Promise<T>): Promise<T> {
    return new CancellationScope().run(work);
  }

  get parent(): CancellationScope | undefined {
    const { parent } = this.#scope;
    return parent && (CancellationScope.#of.get(parent) ?? new CancellationScope({}, parent));
  }

  get consideredCancelled(): boolean {
    return isCancelled(this.#scope);
  }

  /** What `work` does before its first wait is in the scope. The service's code begins all its waits there. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#owner.scope;
    this.#owner.scope = this.#scope;
    try {
      return work();
    } finally {
      this.#owner.scope = before;
    }
  }

  cancel(): void {
    this.#owner.cancel(this.#scope);
  }
}

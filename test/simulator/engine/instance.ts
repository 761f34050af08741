import { CancelledFailure } from '@temporalio/common';
import { freeze } from '../globals';

/** What a workflow asks the engine for. `seq` numbers the requests of a run, so that a replay finds their answers. */
export type Command =
  | { kind: 'activity'; seq: number; type: string; args: unknown[]; options: ActivityOptions }
  | { kind: 'local'; seq: number; type: string; args: unknown[]; options: ActivityOptions }
  | { kind: 'timer'; seq: number; ms: number }
  | { kind: 'cancelTimer' | 'cancelActivity'; seq: number }
  | { kind: 'child'; seq: number; type: string; options: ChildOptions }
  | { kind: 'complete'; result: unknown }
  | { kind: 'fail'; error: Error; cancelled: boolean }
  | { kind: 'continue'; args: unknown[] };

export interface ActivityOptions {
  startToCloseTimeout?: string | number;
  scheduleToCloseTimeout?: string | number;
  scheduleToStartTimeout?: string | number;
  heartbeatTimeout?: string | number;
  taskQueue?: string;
  retry?: {
    initialInterval?: string;
    backoffCoefficient?: number;
    maximumInterval?: string;
    maximumAttempts?: number;
  };
}

export interface ChildOptions {
  workflowId: string;
  taskQueue?: string;
  args: unknown[];
  typedSearchAttributes?: unknown;
}

/** What happened to a run, in the order in which its code learns of it. */
export type Job =
  | { kind: 'start' }
  | { kind: 'resolve'; seq: number; result?: unknown; error?: Error }
  | { kind: 'signal'; name: string; args: unknown[] }
  | { kind: 'cancel' };

/** Facts about a run that its code may ask for. */
export interface RunInfo {
  workflowId: string;
  runId: string;
  taskQueue: string;
  startTime: Date;
  typedSearchAttributes: unknown;
}

export class ContinueAsNew extends Error {
  constructor(readonly args: unknown[]) {
    super('continue as new');
  }
}

export interface Scope {
  readonly cancellable: boolean;
  cancelled: boolean;
  readonly parent?: Scope;
}

interface Waiting {
  scope: Scope;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
  /** Called on a cancel of its scope. Returns whether the wait goes on. */
  onCancel: () => boolean;
}

let current: Instance | null = null;

const setCurrent = (next: Instance | null): void => {
  current = next;
};

/** Returns the instance whose code runs now. */
export function instance(): Instance {
  if (!current) throw new Error('code of a workflow runs outside the turn of its run');
  return current;
}

/** The code of one run in the memory of one worker. */
export class Instance {
  readonly root: Scope = { cancellable: true, cancelled: false };
  scope: Scope = this.root;
  commands: Command[] = [];
  readonly conditions = new Set<{ test: () => boolean; done: () => void }>();
  readonly handlers = new Map<string, (...args: unknown[]) => void>();
  private readonly waiting = new Map<number, Waiting>();
  private readonly early: { name: string; args: unknown[] }[] = [];
  private seq = 0;
  private now = 0;

  constructor(
    readonly info: RunInfo,
    private readonly code: () => Promise<unknown>,
  ) {}

  nextSeq = (): number => (this.seq += 1);

  /** Registers a wait for the answer to a request. */
  wait(seq: number, onCancel: () => boolean): Promise<unknown> {
    const { scope } = this;
    return new Promise((resolve, reject) => {
      this.waiting.set(seq, { scope, resolve, reject, onCancel });
    });
  }

  /** Ends a wait without an answer of the engine. */
  forget = (seq: number): boolean => this.waiting.delete(seq);

  /** Lets the code learn of jobs, and go on until all of it waits again. `drained` lets everything run that can run now. */
  async turn(now: number, jobs: Job[], drained: () => Promise<void>): Promise<void> {
    this.now = now;
    this.enter();
    for (const job of jobs) this.apply(job);
    this.leave();
    await this.settle(drained);
  }

  private async settle(drained: () => Promise<void>): Promise<void> {
    for (;;) {
      this.enter();
      await drained();
      const met = [...this.conditions].find(({ test }) => test());
      if (met) {
        this.conditions.delete(met);
        met.done();
      }
      this.leave();
      if (!met) return;
    }
  }

  private enter(): void {
    setCurrent(this);
    freeze(this.now);
  }

  private leave(): void {
    setCurrent(null);
    freeze(null);
  }

  private apply(job: Job): void {
    switch (job.kind) {
      case 'start':
        this.code().then(
          (result) => this.commands.push({ kind: 'complete', result }),
          (error: Error) => {
            if (error instanceof ContinueAsNew) this.commands.push({ kind: 'continue', args: error.args });
            else this.commands.push({ kind: 'fail', error, cancelled: error instanceof CancelledFailure });
          },
        );
        return;
      case 'resolve': {
        const waiting = this.waiting.get(job.seq);
        this.waiting.delete(job.seq);
        if (job.error) waiting?.reject(job.error);
        else waiting?.resolve(job.result);
        return;
      }
      case 'signal': {
        const handler = this.handlers.get(job.name);
        if (handler) handler(...job.args);
        else this.early.push(job);
        return;
      }
      case 'cancel':
        this.cancel(this.root);
    }
  }

  handle(name: string, handler: (...args: unknown[]) => void): void {
    this.handlers.set(name, handler);
    for (const one of this.early.splice(0))
      if (one.name === name) handler(...one.args);
      else this.early.push(one);
  }

  /** Cancels a scope, and those within it that may be cancelled. */
  cancel(scope: Scope): void {
    if (scope.cancelled) return;
    scope.cancelled = true;
    for (const [seq, one] of this.waiting) {
      if (!isWithin(one.scope, scope)) continue;
      if (one.onCancel()) continue;
      this.waiting.delete(seq);
      one.reject(new CancelledFailure('The operation was cancelled'));
    }
  }
}

function isWithin(scope: Scope, outer: Scope): boolean {
  for (let one: Scope | undefined = scope; one; one = one.parent) {
    if (one === outer) return true;
    if (!one.cancellable) return false;
  }
  return false;
}

/** Returns whether a scope is cancelled, itself or by one around it. */
export function isCancelled(scope: Scope): boolean {
  for (let one: Scope | undefined = scope; one; one = one.parent) {
    if (one.cancelled) return true;
    if (!one.cancellable) return false;
  }
  return false;
}

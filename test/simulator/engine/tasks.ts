import { TemporalFailure } from '@temporalio/common';
import type { Task } from '../scheduler';
import type { Activities } from './activities';
import type { EngineContext, StartOptions, Worker } from './context';
import { type Command, type Job, Instance } from './instance';
import type { Run, RunStatus } from './run';

/** After how long without an answer another worker gets a workflow task, milliseconds. */
const TASK_MS = 10_000;

interface Effects {
  activities: Activities;
  close: (run: Run, status: RunStatus) => void;
  startChild: (type: string, options: StartOptions) => void;
  continueAsNew: (run: Run, args: unknown[]) => void;
}

/** Gives runs with something to learn to workers, and records what their code does with it. */
export function createTasks(
  { scheduler, random, workers, workflows, delay, trace }: EngineContext,
  { activities, close, startChild, continueAsNew }: Effects,
) {
  const engine: Task = { process: null };
  const planned = new Set<Run>();

  function plan(run: Run, inMs = delay()): void {
    if (planned.has(run) || run.task) return;
    planned.add(run);
    scheduler.after(
      inMs,
      () => {
        planned.delete(run);
        if (run.status !== 'RUNNING' || run.task || run.pending.length === 0) return undefined;
        const able = workers();
        if (able.length === 0) return plan(run, 500);
        const sticky = able.find((one) => one === run.cached?.worker);
        return begin(run, sticky ?? random.pick(able));
      },
      engine,
    );
  }

  async function begin(run: Run, worker: Worker): Promise<void> {
    const task = {};
    run.task = task;
    const isOurs = (): boolean => run.task === task;
    const jobs = run.pending;
    run.pending = [];
    const giveUp = (): void => {
      if (!isOurs()) return;
      trace(`time-out of a workflow task of ${run.info.workflowId}`);
      run.task = null;
      run.cached = null;
      run.pending = [...jobs, ...run.pending];
      plan(run);
    };
    scheduler.after(TASK_MS, giveUp, engine);
    const code = await loaded(run, worker);
    const made: Run['turns'] = [];
    const locals = new Set<number>();
    /** Lets the code go on, and returns whether the task ends. */
    const step = async (learned: Job[]): Promise<void> => {
      const turn = { at: Math.floor(scheduler.now()), jobs: learned };
      made.push(turn);
      await code.turn(turn.at, turn.jobs, scheduler.drained);
      for (const command of code.commands) {
        if (command.kind !== 'local' || command.seq <= run.lastSeq || locals.has(-command.seq)) continue;
        locals.add(command.seq);
        locals.add(-command.seq);
        activities.local(run, worker, command, (job) => {
          if (!isOurs()) return;
          locals.delete(command.seq);
          // Entries fire alone, and the code may take several turns.
          scheduler.after(0, () => (isOurs() ? step([job]) : undefined), { process: worker.process });
        });
      }
      if ([...locals].some((seq) => seq > 0)) return;
      scheduler.after(delay(), () => (isOurs() ? commit(run, { code, worker, made, giveUp }) : undefined), {
        process: worker.process,
      });
    };
    await step(jobs);
  }

  /** Returns the code of a run in the memory of a worker, after a replay if that does not have it. */
  async function loaded(run: Run, worker: Worker): Promise<Instance> {
    const { cached } = run;
    if (cached?.worker === worker && cached.turns === run.turns.length) return cached.instance;
    const type = workflows[run.type];
    if (!type) throw new Error(`there is no workflow ${run.type}`);
    const instance = new Instance(run.info, () => type(structuredClone(run.args[0]) as never));
    for (const { at, jobs } of run.turns) await instance.turn(at, jobs, scheduler.drained);
    instance.commands = instance.commands.filter((one) => 'seq' in one && one.seq > run.lastSeq);
    return instance;
  }

  function commit(
    run: Run,
    {
      code,
      worker,
      made,
      giveUp,
    }: { code: Instance; worker: Worker; made: Run['turns']; giveUp: () => void },
  ): void {
    const commands = code.commands.splice(0);
    const last = commands.find(({ kind }) => kind === 'complete' || kind === 'fail' || kind === 'continue');
    // The end of a run that does not know everything is refused, and its task is repeated.
    if (last && run.pending.length > 0) return giveUp();
    if (last?.kind === 'fail' && !(last.error instanceof TemporalFailure)) {
      // A fault of the code fails the task and not the run.
      trace(`a workflow task of ${run.info.workflowId} failed: ${last.error.stack}`);
      throw last.error;
    }
    run.task = null;
    run.turns.push(...made);
    run.cached = { worker, instance: code, turns: run.turns.length };
    for (const command of commands) act(run, command);
    if (run.status === 'RUNNING' && run.pending.length > 0) plan(run);
  }

  function act(run: Run, command: Command): void {
    if ('seq' in command && !command.kind.startsWith('cancel'))
      run.lastSeq = Math.max(run.lastSeq, command.seq);
    switch (command.kind) {
      case 'activity':
        return activities.schedule(run, command);
      case 'cancelActivity':
        return activities.cancel(run, command.seq);
      case 'timer':
        run.timers.set(
          command.seq,
          scheduler.after(
            command.ms,
            () => {
              run.timers.delete(command.seq);
              if (run.status !== 'RUNNING') return;
              run.pending.push({ kind: 'resolve', seq: command.seq });
              plan(run);
            },
            engine,
          ),
        );
        return;
      case 'cancelTimer':
        run.timers.get(command.seq)?.();
        run.timers.delete(command.seq);
        return;
      case 'child':
        return answerChild(run, command);
      case 'complete':
        return close(run, 'COMPLETED');
      case 'fail':
        return close(run, command.cancelled ? 'CANCELLED' : 'FAILED');
      case 'continue':
        return continueAsNew(run, command.args);
      case 'local':
    }
  }

  function answerChild(run: Run, { seq, type, options }: Command & { kind: 'child' }): void {
    let error: Error | undefined;
    try {
      startChild(type, { taskQueue: run.info.taskQueue, ...options });
    } catch (refused) {
      error = refused as Error;
    }
    run.pending.push({ kind: 'resolve', seq, ...(error && { error }) });
    plan(run);
  }

  return {
    plan,
    /** Returns the names of the signals that a run handles; null: no worker answers. */
    signalsOf: async (run: Run): Promise<string[] | null> => {
      const [worker] = workers();
      if (!worker || run.turns.length === 0) return null;
      return [...(await loaded(run, worker)).handlers.keys()];
    },
  };
}

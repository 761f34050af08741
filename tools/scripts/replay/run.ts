import path from 'node:path';
import type { HistoryAndWorkflowId } from '@temporalio/client';
import { DefaultLogger, Runtime, Worker, type InjectedSinks } from '@temporalio/worker';
import type { CommandSinks } from './command-recorder';
import type { OwnSequence } from '../../../process/extensions/sequences';
import { bundleWith } from '../../../worker/extension-bundle';
import type { OneHistory } from './histories';
import type { Command } from './steps';
import { renamedSend, whyItBreaks, workflowTypeOf } from './explain-break';

/** The result of one history. */
export interface Replayed {
  workflowId: string;
  type: string;
  /** Whether its run has ended. */
  closed: boolean;
  /** Why the code cannot continue it; null if it can. */
  problem: string | null;
}

/** The code that histories are replayed against. */
export interface Replaying {
  workflowsPath: string;
  /** Those of the extensions. */
  sequences: readonly OwnSequence[];
}

/** Replays histories against workflow code, one after the other. May be called once in a process. */
export async function* replayed(
  { workflowsPath, sequences }: Replaying,
  histories: AsyncIterable<OneHistory>,
): AsyncIterable<Replayed> {
  Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined), telemetryOptions: quiet });
  const modules = [path.join(__dirname, 'command-recorder.ts')];
  const workflowBundle = { code: await bundleWith({ sequences }, { workflowsPath, modules }) };
  let current: OneHistory | undefined;
  let activations: Command[][] = [];
  async function* noted(): AsyncIterable<HistoryAndWorkflowId> {
    for await (current of histories) {
      activations = [];
      yield current;
    }
  }
  const sinks: InjectedSinks<CommandSinks> = {
    replay: { record: { fn: (_run, commands) => void activations.push(commands), callDuringReplay: true } },
  };
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle, sinks }, noted())) {
    if (!current) throw new Error('a history was replayed that is not in the list');
    const { history, closed } = current;
    const problem = error ? whyItBreaks(error, history, activations) : renamedSend(history, activations);
    yield { workflowId, type: workflowTypeOf(history), closed, problem };
  }
}

/** Temporal's own log lines are off, because each problem is reported here. */
const quiet = { logging: { filter: 'OFF', forward: {} } } as const;

import type mongoose from 'mongoose';
import type { Asked } from './queries';

interface Stage {
  stage: string;
  inputStage?: Stage;
  inputStages?: Stage[];
}

const explain = async (
  connection: mongoose.Connection,
  { collection, filter, sort = {} }: Asked,
): Promise<Stage> => {
  const answer = await connection.db!.command({
    explain: { find: collection, filter, sort },
    verbosity: 'queryPlanner',
  });
  const { winningPlan } = (answer as { queryPlanner: { winningPlan: Stage & { queryPlan?: Stage } } })
    .queryPlanner;
  return winningPlan.queryPlan ?? winningPlan;
};

/** Whether the server explains its plans: the stand-in for MongoDB has none. */
export async function isRealMongo(connection: mongoose.Connection): Promise<boolean> {
  const status = await connection.db!.command({ serverStatus: 1 });
  return String((status as { process?: string }).process).startsWith('mongo');
}

/** Whether the server's own plan for a query reads an index and sorts nothing in memory. */
export async function explainsWithoutScan(connection: mongoose.Connection, query: Asked): Promise<boolean> {
  const todo = [await explain(connection, query)];
  for (let stage = todo.pop(); stage; stage = todo.pop()) {
    if (stage.stage === 'COLLSCAN' || stage.stage === 'SORT') return false;
    todo.push(...(stage.inputStages ?? []), ...(stage.inputStage ? [stage.inputStage] : []));
  }
  return true;
}

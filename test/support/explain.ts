import type mongoose from 'mongoose';
import type { Asked } from './queries';

interface Stage {
  stage: string;
  inputStage?: Stage;
  inputStages?: Stage[];
  /** Of the engine of MongoDB 6 and later: its plan in the older form. */
  queryPlan?: Stage;
}

/** What `explain` answers, of a query by itself or as the first stage of an aggregation. */
export interface Explained {
  queryPlanner: { winningPlan: Stage; rejectedPlans?: Stage[] };
}

/** Whether the server explains its plans: the stand-in for MongoDB has none. */
export async function isRealMongo(connection: mongoose.Connection): Promise<boolean> {
  const status = await connection.db!.command({ serverStatus: 1 });
  return String((status as { process?: string }).process).startsWith('mongo');
}

/** Whether the server knows a plan for a query that reads an index and sorts nothing in memory. */
export async function explainsWithoutScan(
  connection: mongoose.Connection,
  { collection, filter, sort = {} }: Asked,
): Promise<boolean> {
  const command = { explain: { find: collection, filter, sort }, verbosity: 'queryPlanner' };
  return hasPlanWithoutScan((await connection.db!.command(command)) as Explained);
}

/**
 * Whether one of the plans neither scans nor sorts. Among several, the server chooses the one that works least on the few
 * documents that a test has, and that may be one with a sort that has nothing to sort.
 */
export function hasPlanWithoutScan({
  queryPlanner: { winningPlan, rejectedPlans = [] },
}: Explained): boolean {
  return [winningPlan, ...rejectedPlans].some((plan) => !scansOrSorts(plan.queryPlan ?? plan));
}

const scansOrSorts = ({ stage, inputStage, inputStages = [] }: Stage): boolean =>
  stage === 'COLLSCAN' ||
  stage === 'SORT' ||
  [inputStage, ...inputStages].some((one) => one && scansOrSorts(one));

import type { FileCondition, FileStep, Way } from './sequence';

/** What is known of a recipient before anything is sent. */
export interface Known {
  plan: string;
  tier: string;
  /** The channels of the event, in its order. */
  channels: Way[];
  /** The channel in the path of the send. */
  forced?: Way;
}

type Path = readonly string[];
interface Run {
  path: Path;
  ended: boolean;
}

/**
 * Every list of messages, by their step keys, that a run of these steps over can leave: what depends on the recipient is
 * decided, what depends on providers and receipts may go either way.
 */
export function pathsOf(steps: FileStep[], known: Known): Path[] {
  const runs = runAll(steps, known, { path: [], ended: false });
  return [...new Map(runs.map(({ path }) => [path.join(' '), path])).values()];
}

function runAll(steps: FileStep[], known: Known, from: Run): Run[] {
  let runs = [from];
  for (const step of steps) runs = runs.flatMap((run) => (run.ended ? [run] : runOne(step, known, run)));
  return runs;
}

function runOne(step: FileStep, known: Known, run: Run): Run[] {
  if ('end' in step) return [{ ...run, ended: true }];
  if ('wait' in step) return [run];
  if ('send' in step) {
    const { name, fallback } = step.send;
    let paths: Path[] = [[...run.path, name]];
    // On a forced channel there is no fallback.
    if (fallback && !known.forced) {
      for (const way of fallback.to ?? known.channels)
        paths = paths.flatMap((path) => [path, [...path, `${name}>${way}`]]);
    }
    return paths.map((path) => ({ path, ended: false }));
  }
  const answers = answersOf(step.if, known, run.path);
  return answers.flatMap((answer) => runAll(answer ? step.then : step.else, known, run));
}

/** What a condition may come to where the path is as it is. */
function answersOf(condition: FileCondition, known: Known, path: Path): boolean[] {
  if ('not' in condition) return answersOf(condition.not, known, path).map((answer) => !answer);
  if ('any' in condition) {
    return [condition.any.some((one) => answersOf(one, known, path).includes(true))];
  }
  if ('value' in condition) {
    const value = condition.value === 'payload.plan' ? known.plan : known.tier;
    return [value === condition.is];
  }
  const send = 'message' in condition ? condition.message : condition.delivered;
  // What was not reached has no status.
  return path.includes(send) ? [true, false] : [false];
}

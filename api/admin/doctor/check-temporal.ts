import { type Finding, findingsOf } from '../../../core/doctor/finding';
import type { QueueFacts, TemporalFacts } from '../../../temporal/inspect';
import type { ApiDeps } from '../../deps';

const { ok, warning, problem } = findingsOf('temporal');
const worker = findingsOf('worker');
/** A worker polls at least once a minute. */
const STALE_MS = 120_000;
const LONG_BACKLOG = 1_000;
const CLOCK_AHEAD_MS = 2_000;

/** Checks Temporal, and whether workers poll its queues. */
export async function checkTemporal({ inspectTemporal }: ApiDeps): Promise<Finding[]> {
  let facts: TemporalFacts;
  try {
    facts = await inspectTemporal();
  } catch {
    const action =
      'Check TEMPORAL_ADDRESS, that Temporal runs, and the network to it. Until it answers, sends are accepted, and the sweep starts them later.';
    return [problem('Temporal does not answer.', action)];
  }
  const { version, namespace, hasNamespace, missingAttributes, queues } = facts;
  if (!hasNamespace)
    return [
      problem(
        `Temporal ${version} has no namespace ${namespace}.`,
        `Create it: temporal operator namespace create --namespace ${namespace} --retention 72h`,
      ),
    ];
  return [
    ok(`Temporal ${version} answers, and has the namespace ${namespace}.`),
    attributes(missingAttributes),
    ...queues.map(queueFinding),
    ...clock(queues),
  ];
}

function attributes(missing: string[] | null): Finding {
  if (missing === null)
    return warning(
      'Temporal does not report whether it has the search attributes.',
      'Start a worker. Its log says whether they are missing.',
    );
  if (missing.length === 0) return ok('It has the search attributes.');
  return problem(
    `It lacks the search attributes ${missing.join(', ')}, so no notification starts.`,
    'Start a worker, which creates them. If it cannot, its log says how to.',
  );
}

function queueFinding({ name, kind, pollers, lastPoll, backlog }: QueueFacts): Finding {
  const queue = `The queue ${name} (${kind})`;
  if (pollers === 0 || lastPoll === null || Date.now() - lastPoll.getTime() > STALE_MS)
    return worker.problem(
      `${queue} is polled by no worker. About ${backlog} tasks wait.`,
      'Start a worker with the same TEMPORAL_NAMESPACE and TEMPORAL_TASK_QUEUE.',
    );
  if (backlog > LONG_BACKLOG)
    return worker.warning(
      `${queue} has about ${backlog} waiting tasks and ${pollers} workers.`,
      'If the number of tasks grows, start more workers.',
    );
  return worker.ok(
    `${queue} is polled by ${pollers} ${pollers === 1 ? 'worker' : 'workers'}. About ${backlog} tasks wait.`,
  );
}

/** A poll cannot come from the future. A Temporal whose clock is behind cannot be told from one that nobody polled. */
function clock(queues: readonly QueueFacts[]): Finding[] {
  const latest = Math.max(0, ...queues.map(({ lastPoll }) => lastPoll?.getTime() ?? 0));
  const aheadMs = latest - Date.now();
  if (aheadMs <= CLOCK_AHEAD_MS) return [];
  return [
    warning(
      `The clock of Temporal is at least ${Math.round(aheadMs / 1000)} s ahead of that of the API.`,
      'Run NTP on both hosts.',
    ),
  ];
}

import { parseArgs } from 'node:util';

export interface Options {
  rounds: number;
  /** Notifications, or bare workflows, in a round. */
  count: number;
  /** How many are in progress at a time. */
  concurrency: number;
  json: boolean;
  /** Notifications over which memory is read; undefined: it is not. */
  memory?: number;
  /** API and worker in one process, or apart. */
  roles: 'one' | 'apart';
  /** Numbers of worker processes to measure, one after the other, and nothing else. */
  workers?: number[];
  /** Rows of files to import, and nothing else. */
  imports?: number;
  /** Measures how times grow with what is stored, and nothing else. */
  growth: boolean;
  /** Recipients of a broadcast to measure, and nothing else. */
  broadcast?: number;
  /** Contacts of a broadcast that few of them get, and nothing else: what grows with their number. */
  audience?: number;
  /** With an audience: how many are reached before it ends. Undefined: all. */
  until?: number;
  /** Notifications a second whose needs are calculated, and nothing is started. */
  capacity?: number;
  /** With a broadcast: measures single sends while it runs too. */
  fairness: boolean;
  /** Single sends a second of that. */
  perSecond: number;
  /** File for a plot of latencies; undefined: they are not measured. */
  plot?: string;
  /** Folder for CPU profiles of API and workers. */
  profile?: string;
}

/** Thrown if the command line is wrong. The message has the usage. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const USAGE = `npm run bench [-- options]
  --rounds N        rounds, each of bare workflows, sends, and sends with a webhook endpoint (5)
  --count N         notifications in a round (200)
  --concurrency N   how many are in progress at a time (25)
  --roles R         API and worker in \`one\` process or \`apart\` (one)
  --memory N        also: the worker's memory over N notifications
  --plot FILE       also: latency at 25, 50, 75 and 90 % of the maximum, as an SVG
  --growth          instead: how times grow from 200 to 200,000 stored notifications (takes minutes)
  --workers LIST    instead: sends a second and their processor time with 1,2,4 worker processes, for example
  --import N        instead: rows a second and processor time of files of N rows that are imported into a topic
  --broadcast N     instead: a broadcast to N contacts, compared with single sends
  --audience N      instead: a broadcast to N contacts, of whom few have an address: what grows with their number
  --until N         with --audience: ends when so many were reached
  --capacity N      instead: calculates what N notifications a second need, and what is used up first
  --fairness        with --broadcast: also single sends at a fixed rate, with and without a broadcast
  --per-second N    how many of these a second (20)
  --json            prints the result as JSON
  --profile DIR     writes CPU profiles of API and workers to DIR
It starts its own servers, unless TEMPORAL_ADDRESS or MONGODB_URI name some.`;

/** Reads the command line. Returns null after it has printed the usage. */
export function readOptions(): Options | null {
  const { values } = parsed();
  if (values.help) {
    console.log(USAGE);
    return null;
  }
  const { json = false, growth = false, fairness = false, profile, plot, roles = 'one' } = values;
  if (roles !== 'one' && roles !== 'apart') throw new UsageError(`--roles must be one or apart\n${USAGE}`);
  const numbers = {
    rounds: positive('rounds', values.rounds, 5),
    count: positive('count', values.count, 200),
    concurrency: positive('concurrency', values.concurrency, 25),
    perSecond: positive('per-second', values['per-second'], 20),
  };
  const memory = values.memory === undefined ? undefined : positive('memory', values.memory, 1);
  const broadcast = values.broadcast === undefined ? undefined : positive('broadcast', values.broadcast, 1);
  const audience = values.audience === undefined ? undefined : positive('audience', values.audience, 1);
  const until = values.until === undefined ? undefined : positive('until', values.until, 1);
  const capacity = values.capacity === undefined ? undefined : positive('capacity', values.capacity, 1);
  const workers = values.workers?.split(',').map((number) => positive('workers', number, 1));
  const imports = values.import === undefined ? undefined : positive('import', values.import, 1);
  return {
    ...numbers,
    json,
    memory,
    roles,
    workers,
    imports,
    growth,
    broadcast,
    audience,
    until,
    capacity,
    fairness,
    profile,
    plot,
  };
}

function parsed() {
  try {
    return parseArgs({
      options: {
        rounds: { type: 'string' },
        count: { type: 'string' },
        concurrency: { type: 'string' },
        json: { type: 'boolean' },
        memory: { type: 'string' },
        roles: { type: 'string' },
        workers: { type: 'string' },
        import: { type: 'string' },
        growth: { type: 'boolean' },
        broadcast: { type: 'string' },
        audience: { type: 'string' },
        until: { type: 'string' },
        capacity: { type: 'string' },
        fairness: { type: 'boolean' },
        'per-second': { type: 'string' },
        profile: { type: 'string' },
        plot: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function positive(name: string, given: string | undefined, fallback: number): number {
  const value = given === undefined ? fallback : Number(given);
  if (Number.isInteger(value) && value > 0) return value;
  throw new UsageError(`--${name} must be a whole number above 0\n${USAGE}`);
}

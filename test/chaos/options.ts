import { parseArgs } from 'node:util';

export interface Options {
  seed: number;
  notifications: number;
  /** How many faults are inflicted; undefined: as many as fit while notifications are sent. */
  faults?: number;
  /** Least time from the begin of a fault to that of the next one, seconds. */
  every: number;
  /** How long the rolling restart lasts, seconds. */
  rollingSeconds: number;
  /** Recipients of a broadcast, which is sent instead; undefined: there is none. */
  broadcast?: number;
  /** Share of the mails after which it is cancelled; undefined: it is not. */
  cancelAfter?: number;
}

/** Thrown if the command line is wrong. The message has the usage. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const USAGE = `npm run chaos [-- options]
  --seed N            repeats the world, the faults and the providers of a run (random)
  --notifications N   about how many are sent while processes are killed (1000)
  --faults N          how many faults (as many as fit while it sends)
  --rolling N         seconds of the rolling restart under load after that; 0: none (40)
  --every N           seconds from the begin of a fault of a broadcast to the next one, at least (0)
  --broadcast N       instead: a broadcast to N contacts, while faults come until it has ended
  --cancel PERCENT    cancels the broadcast after so many of its mails
  --help              prints this
It starts its own Temporal and MongoDB, unless TEMPORAL_ADDRESS or MONGODB_URI name some. A Temporal that is
given is neither killed nor hung. It exits with 1 if a figure that must be 0 is not.`;

/** Reads the command line. Returns null after it has printed the usage. */
export function readOptions(): Options | null {
  const { values } = parsed();
  if (values.help) {
    console.log(USAGE);
    return null;
  }
  return {
    seed: whole('seed', values.seed, Math.floor(Math.random() * 2 ** 31), 0),
    notifications: whole('notifications', values.notifications, 1000, 20),
    faults: values.faults === undefined ? undefined : whole('faults', values.faults, 0, 0),
    every: whole('every', values.every, 0, 0),
    rollingSeconds: whole('rolling', values.rolling, 40, 0),
    ...(values.broadcast !== undefined && { broadcast: whole('broadcast', values.broadcast, 0, 1) }),
    ...(values.cancel !== undefined && { cancelAfter: whole('cancel', values.cancel, 0, 0) / 100 }),
  };
}

/** Returns the command that repeats a run. */
export function commandOf({
  seed,
  notifications,
  faults,
  every,
  rollingSeconds,
  broadcast,
  cancelAfter,
}: Options): string {
  const limited = faults === undefined ? '' : ` --faults ${faults}`;
  const cancelled = cancelAfter === undefined ? '' : ` --cancel ${cancelAfter * 100}`;
  const spread = every === 0 ? '' : ` --every ${every}`;
  if (broadcast !== undefined)
    return `npm run chaos -- --seed ${seed} --broadcast ${broadcast}${cancelled}${limited}${spread}`;
  return `npm run chaos -- --seed ${seed} --notifications ${notifications}${limited} --rolling ${rollingSeconds}`;
}

function parsed() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      options: {
        seed: text,
        notifications: text,
        faults: text,
        every: text,
        rolling: text,
        broadcast: text,
        cancel: text,
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function whole(name: string, given: string | undefined, fallback: number, least: number): number {
  const value = given === undefined ? fallback : Number(given);
  if (Number.isInteger(value) && value >= least) return value;
  throw new UsageError(`--${name} must be a whole number of at least ${least}\n${USAGE}`);
}

import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { ClosableConnection } from './driver-connection';
import { followReachability } from './reachability';

export interface ConnectOptions {
  /** How long an operation waits for a usable server before it fails, milliseconds. @default 2000 */
  serverSelectionTimeoutMs?: number;
  /** Maximum number of connections to each server. @default 50 */
  poolSize?: number;
  /** Receives a warning about options in the connection string that have no effect. */
  warn?: (message: string) => void;
}

/** The connection that all repositories of a process share. */
export type StoreConnection = ReturnType<typeof connectStore>;

/**
 * Opens the connection. It does not wait for the server: a process also starts while MongoDB is unavailable, operations
 * fail until it answers, and the first connection is retried until it succeeds (the driver retries only later ones).
 */
export function connectStore(uri: string, options: ConnectOptions = {}) {
  const connection = mongoose.createConnection();
  connection.on('error', () => undefined);
  const reachability = followReachability(connection);
  const { kept, overridden } = withoutSafety(uri);
  if (overridden.length > 0)
    options.warn?.(
      `MONGODB_URI: ${overridden.join(', ')} does not count, because nothing accepted may be lost: writes wait for a ` +
        'majority and its journals, reads ask the primary, and both are retried. Take it out of the connection string',
    );
  let closed = false;
  const open = async (): Promise<void> => {
    while (!closed) {
      try {
        await connection.openUri(kept, {
          ...SAFETY,
          serverSelectionTimeoutMS: options.serverSelectionTimeoutMs ?? 2000,
          socketTimeoutMS: 20_000,
          // After both times at most the monitor notices a server that accepts connections but does not answer, and
          // operations in progress fail. With the driver's defaults of 10 s and 30 s a request waits up to 40 s.
          heartbeatFrequencyMS: 5_000,
          connectTimeoutMS: 5_000,
          maxPoolSize: options.poolSize ?? 50,
          bufferCommands: false,
          autoIndex: false,
          autoCreate: false,
          ...{ connectionType: ClosableConnection },
        });
        reachability.opened();
        return;
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        await sleep(500);
      }
    }
  };
  const connected = open();
  connected.catch(() => undefined);
  return {
    mongoose: connection,
    /** Settles after MongoDB has answered for the first time. */
    connected,
    /** Returns whether a server that takes writes can be reached, as it is known without a call. */
    isReachable: reachability.isReachable,
    close: async () => {
      closed = true;
      await connection.close();
    },
  };
}

/** How long a write waits for a majority of the replica set before it fails as unavailable, milliseconds. */
const MAJORITY_WITHIN_MS = 10_000;

/**
 * The options that the promises of the service need, whatever the connection string has. If the next primary lacked a
 * write, an accepted notification would be lost or a cancel undone. If a read returned a write that is not on a majority,
 * an election could roll it back after the answer.
 */
const SAFETY = {
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: MAJORITY_WITHIN_MS },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
  retryWrites: true,
  retryReads: true,
} as const;

/** Options of a connection string that SAFETY decides, in lower case, and the value that agrees with it. */
const DECIDED = new Map([
  ['w', 'majority'],
  ['j', 'true'],
  ['journal', 'true'],
  ['wtimeout', null],
  ['wtimeoutms', null],
  ['readconcernlevel', 'majority'],
  ['readpreference', 'primary'],
  ['readpreferencetags', null],
  ['maxstalenessseconds', null],
  ['retrywrites', 'true'],
  ['retryreads', 'true'],
]);

/** Returns the connection string without these options, some of which override the driver's, and the options that disagree. */
function withoutSafety(uri: string): { kept: string; overridden: string[] } {
  const [address = '', query = ''] = uri.split(/\?(.*)/s);
  const given = query.split('&').filter((pair) => pair !== '');
  const nameOf = (pair: string): string => (pair.split('=')[0] ?? '').toLowerCase();
  const kept = given.filter((pair) => !DECIDED.has(nameOf(pair)));
  const overridden = given.filter((pair) => {
    const agreed = DECIDED.get(nameOf(pair));
    return agreed !== undefined && pair.split('=')[1]?.toLowerCase() !== agreed;
  });
  return { kept: kept.length > 0 ? `${address}?${kept.join('&')}` : address, overridden };
}

const UNAVAILABLE = new Set([
  'MongooseServerSelectionError',
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoTopologyClosedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoClientClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoExpiredSessionError',
  'MongoStalePrimaryError',
  'MongoOperationTimeoutError',
]);

/**
 * Codes of a server that shuts down, steps down or elects, cannot reach its own parts, is overloaded, ran out of time,
 * interrupted the operation, or has lost a cursor on the way. MongoDB's list of error codes has them in the categories
 * NetworkError, NotPrimaryError, ShutdownError, RetriableError, SystemOverloadedError, ExceededTimeLimitError,
 * Interruption and CursorInvalidatedError, and four outside of these: 64 and 133 (too few members), 112 (WriteConflict)
 * and 365 (TemporarilyUnavailable, a full cache). Codes of transactions and of single tools are left out.
 */
const UNAVAILABLE_CODES = new Set([
  ...[
    6, 7, 24, 43, 50, 64, 89, 91, 112, 133, 134, 175, 189, 202, 237, 262, 279, 314, 355, 365, 402, 407, 433,
  ],
  ...[449, 450, 453, 462, 9001, 10107, 11600, 11601, 11602, 13435, 13436, 46841, 91331, 10045600],
]);

/** Returns whether an error says that MongoDB cannot be reached, and not that the operation is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A bulk insert wraps the error that stopped it.
  if ('errorResponse' in error && error.errorResponse instanceof Error && isUnavailable(error.errorResponse))
    return true;
  if ('code' in error && UNAVAILABLE_CODES.has(error.code as number)) return true;
  return UNAVAILABLE.has(error.name) || error.message.includes('before initial connection is complete');
}

/** Code of a write that a unique index refused. */
export const DUPLICATE_KEY = 11000;

/** Returns whether a unique index refused a write. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY;
}

import { mongo } from 'mongoose';

/** What can go wrong with an operation of the simulated database. */
export type Fault =
  /** It is written, and the connection breaks before the answer. */
  | 'answer_lost'
  /** The connection breaks before it is read by the server. */
  | 'request_lost'
  /** The server takes no writes while it elects a primary. */
  | 'election'
  /** It is written by a primary that was deposed, and rolled back. */
  | 'rolled_back'
  /** No server can be reached. */
  | 'away';

/** Returns the error that the driver reports for a fault. */
export function errorOf(fault: Fault): Error {
  switch (fault) {
    case 'answer_lost':
      return new mongo.MongoNetworkTimeoutError('connection 3 to 127.0.0.1:27017 timed out');
    case 'request_lost':
      return new mongo.MongoNetworkError('connection 2 to 127.0.0.1:27017 closed');
    case 'election':
      return new mongo.MongoServerError({
        ok: 0,
        code: 10107,
        codeName: 'NotWritablePrimary',
        errmsg: 'not primary',
      });
    case 'rolled_back':
      return new mongo.MongoServerError({
        ok: 0,
        code: 189,
        codeName: 'PrimarySteppedDown',
        errmsg: 'primary stepped down while waiting for replication',
      });
    case 'away':
      return new mongo.MongoServerSelectionError('Server selection timed out after 2000 ms', {} as never);
  }
}

interface Duplicate {
  code: number;
  keyPattern: object;
  keyValue: object;
  errmsg: string;
}

/** Thrown within the database when a unique index refuses a write. */
export class Refused extends Error {
  constructor(readonly duplicate: Duplicate) {
    super(duplicate.errmsg);
  }
}

export const refusalOf = (index: string, keyPattern: object, keyValue: object): Refused =>
  new Refused({
    code: 11000,
    keyPattern,
    keyValue,
    errmsg: `E11000 duplicate key error collection: ${index} dup key: ${JSON.stringify(keyValue)}`,
  });

/** Returns the driver's error for one refused write. */
export const singleError = ({ duplicate }: Refused): Error =>
  new mongo.MongoServerError({ ...duplicate, message: duplicate.errmsg });

/** Returns the driver's error for a batch in which some writes were refused. */
export function batchError(refused: { index: number; duplicate: Duplicate }[], result: object): Error {
  const writeErrors = refused.map(({ index, duplicate }) => ({
    index,
    ...duplicate,
    err: { index, ...duplicate },
  }));
  const [first] = writeErrors;
  return new mongo.MongoBulkWriteError(
    { message: first?.errmsg ?? '', code: 11000, writeErrors } as never,
    result as never,
  );
}

import mongoose from 'mongoose';

/** Number of answers that are compared. The driver gets one every five seconds. */
const COMPARED = 6;

/**
 * Returns a function that returns the time of the database's clock, or of our own until the database has answered for the
 * first time. With it, processes on hosts whose clocks differ agree on what has expired. It needs no round trip: each
 * answer to the driver's heartbeat has the time. Of the last answers the one with the shortest delay counts. Between two
 * answers a monotonic clock continues.
 */
export function createDatabaseClock(connection: mongoose.Connection): () => Date {
  const aheadMs: number[] = [];
  const note = (answer: { localTime?: unknown; isWritablePrimary?: unknown; ismaster?: unknown }): void => {
    if (!(answer.localTime instanceof Date) || !(answer.isWritablePrimary ?? answer.ismaster)) return;
    aheadMs.push(answer.localTime.getTime() - performance.now());
    if (aheadMs.length > COMPARED) aheadMs.shift();
  };
  const watched = new WeakSet<mongoose.mongo.MongoClient>();
  const watch = (): void => {
    const client = connection.getClient();
    if (watched.has(client)) return;
    watched.add(client);
    client.on('serverHeartbeatSucceeded', ({ reply }) => note(reply));
    // The driver's first heartbeat came before this listener.
    connection.db?.command({ hello: 1 }).then(note, () => undefined);
  };
  connection.on('connected', watch);
  if (connection.readyState === mongoose.ConnectionStates.connected) watch();
  return () => new Date(aheadMs.length === 0 ? Date.now() : performance.now() + Math.max(...aheadMs));
}

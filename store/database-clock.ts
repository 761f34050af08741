import mongoose from 'mongoose';

/** Answers of the database that are compared; the driver asks for one every five seconds. */
const COMPARED = 6;

/**
 * Returns a function that tells the time by the clock of the database, and by our own until the database has answered for
 * the first time. With it, processes on hosts whose clocks differ agree on what is over. It needs no round trip: the driver
 * asks the database every few seconds how it is, and each answer has the time. Of the last answers the one with the
 * shortest way counts. Between two answers the time goes on by a clock that nobody sets.
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
    // The driver asked for the first time before it had a client to listen to.
    connection.db?.command({ hello: 1 }).then(note, () => undefined);
  };
  connection.on('connected', watch);
  if (connection.readyState === mongoose.ConnectionStates.connected) watch();
  return () => new Date(aheadMs.length === 0 ? Date.now() : performance.now() + Math.max(...aheadMs));
}

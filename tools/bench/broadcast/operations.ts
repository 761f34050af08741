import { mongo } from 'mongoose';
import type { Report } from '../../dev/servers/report';
import { connectStore } from '../../../store/connection';
import { createStore } from '../../../store/store';
import { type MongoProxy, startMongoProxy } from '../../../test/support/mongo-proxy';
import type { Cleanup } from '../cleanup';
import { countedDatabase, READS, WRITES } from '../operations';
import type { Options } from '../options';
import type { Servers } from '../servers';
import { startStack } from '../stack';
import { makeAudience } from './audience';
import { begin } from './one';
import { scopeOf } from './scope';

const RECIPIENTS = 1000;

/** What a recipient of a broadcast is to MongoDB. */
export interface RecipientOperations {
  /** Commands for each recipient. */
  reads: number;
  writes: number;
  /** Documents that the writes name, for each recipient. */
  documents: number;
  /** Average size of a notification of it when it has ended, bytes. */
  bytes: number;
}

/** Counts what a broadcast sends to MongoDB, with a service of its own, which reaches it through a proxy. */
export async function countOperations(
  servers: Servers,
  options: Options,
  context: { cleanup: Cleanup; report: Report; signal: AbortSignal },
): Promise<RecipientOperations> {
  const { cleanup, report } = context;
  report('Counting operations, with a service of its own');
  const proxy = await cleanup.owned(startMongoProxy(servers.mongoUri), (one) => one.stop());
  const stack = await startStack({ ...servers, mongoUri: countedDatabase(proxy.uri) }, options, context);
  const connection = connectStore(countedDatabase(servers.mongoUri));
  cleanup.later(() => connection.close());
  await connection.connected;
  const store = createStore(connection.mongoose);
  const scope = await scopeOf(stack, store);
  const audience = await makeAudience(store, scope, RECIPIENTS);
  proxy.commands.length = 0;
  const { id, ended } = await begin({ stack, store, applicationId: scope.applicationId, audience });
  await ended();
  const counted = countIn(proxy);
  const stored = connection.mongoose.collection('notifications').find({ batchId: id });
  let bytes = 0;
  for await (const document of stored) bytes += mongo.BSON.calculateObjectSize(document);
  return { ...counted, bytes: bytes / RECIPIENTS };
}

function countIn({ commands }: MongoProxy): Omit<RecipientOperations, 'bytes'> {
  const each = { reads: 0, writes: 0, documents: 0 };
  for (const command of commands) {
    const [name = ''] = Object.keys(command);
    if (READS.includes(name)) each.reads += 1 / RECIPIENTS;
    if (!WRITES.includes(name)) continue;
    const { documents, updates, deletes } = command as Record<string, unknown[] | undefined>;
    each.writes += 1 / RECIPIENTS;
    each.documents += (documents ?? updates ?? deletes ?? [command]).length / RECIPIENTS;
  }
  return each;
}

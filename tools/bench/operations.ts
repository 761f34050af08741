import type { Report } from '../dev/servers/report';
import { type MongoProxy, startMongoProxy } from '../../test/support/mongo-proxy';
import type { Cleanup } from './cleanup';
import { driveSends } from './kinds';
import type { Options } from './options';
import { withEndpoint } from './rounds';
import type { Servers } from './servers';
import { type Stack, startStack } from './stack';
import { settle, verify } from './verify';

const [WARM_UP, COUNT] = [50, 100];
const CONCURRENCY = 10;
/** Names of MongoDB's commands that read, and that write. */
export const READS = ['find', 'aggregate', 'count', 'distinct', 'getMore'];
export const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

/** Operations of MongoDB for each notification, what the service does beside it included. */
export interface Operations {
  reads: number;
  writes: number;
}

/** Returns the address of the database of the service whose commands are counted. */
export const countedDatabase = (uri: string): string =>
  uri.replace(/^(mongodb:\/\/[^/?]+\/[^?]*)/, '$1_counted');

/**
 * Counts the commands of a second service, which reaches MongoDB through a proxy: a proxy costs time, so the measured one has
 * none. Returns null if MONGODB_URI names its hosts by DNS (`mongodb+srv`).
 */
export async function measureOperations(
  servers: Servers,
  options: Options,
  context: { cleanup: Cleanup; report: Report; signal: AbortSignal },
): Promise<{ plain: Operations; webhook: Operations } | null> {
  if (servers.mongoUri.startsWith('mongodb+srv:')) return null;
  context.report('Counting operations, with a service of its own');
  const proxy = await context.cleanup.owned(startMongoProxy(servers.mongoUri), (one) => one.stop());
  const mongoUri = countedDatabase(proxy.uri);
  const stack = await startStack({ ...servers, mongoUri }, options, context);
  return {
    plain: await count(stack, proxy, false),
    webhook: await withEndpoint(stack, () => count(stack, proxy, true)),
  };
}

async function count(stack: Stack, proxy: MongoProxy, webhook: boolean): Promise<Operations> {
  await driveSends(stack, { count: WARM_UP, concurrency: CONCURRENCY }, webhook);
  await settle(stack);
  proxy.commands.length = 0;
  const sent = await driveSends(stack, { count: COUNT, concurrency: CONCURRENCY }, webhook);
  await settle(stack);
  const names = proxy.commands.map((command) => Object.keys(command)[0] ?? '');
  await verify(stack, sent);
  const perSend = (wanted: string[]): number => names.filter((name) => wanted.includes(name)).length / COUNT;
  return { reads: perSend(READS), writes: perSend(WRITES) };
}

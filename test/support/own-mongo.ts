import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locateMongo } from '../../tools/dev/servers/mongo';
import { freePort } from '../../tools/dev/servers/ports';
import { startMongo } from '../../tools/dev/servers/start';

/** A MongoDB of one test file's own, which it may stop; its address and its data survive. */
export interface OwnMongo {
  uri: string;
  pid(): number;
  stop(): Promise<void>;
  startAgain(): Promise<void>;
  remove(): Promise<void>;
}

export async function startOwnMongo(): Promise<OwnMongo> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'heliograph-mongo-'));
  const port = await freePort();
  const start = async () => startMongo(await locateMongo(() => undefined), { dataDirectory, port });
  let mongo = await start();
  return {
    uri: mongo.uri,
    pid: () => mongo.pid,
    stop: () => mongo.stop(),
    startAgain: async () => {
      mongo = await start();
    },
    remove: async () => {
      await mongo.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { launch, type Running } from '../../tools/dev/servers/launch';
import { freePort } from '../../tools/dev/servers/ports';
import { hello } from '../../tools/dev/servers/mongo-address';
import { mongoAnswers } from '../../tools/dev/servers/ready';
import type { RealMongo } from '../real-mongodb/find';
import { eventually } from './eventually';

const NAME = 'heliograph';
const MEMBERS = 3;
/** An election is over within this; on a busy machine it takes several. */
const ELECTION_MS = 90_000;

/** Three real mongods that hold the same data. */
export interface ReplicaSet {
  /** Of all members, without a database. */
  uri: string;
  /** Asks the primary to be none for ten seconds; settles when there is another. */
  stepDown(): Promise<void>;
  /** Ends the primary as by `kill -9`, and starts it again when there is another; settles when all members are well. */
  killPrimary(): Promise<void>;
  stop(): Promise<void>;
}

interface Member {
  host: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplicaSet(server: RealMongo): Promise<ReplicaSet> {
  const directory = await mkdtemp(join(tmpdir(), 'heliograph-replica-set-'));
  const members: Member[] = [];
  for (let number = 0; number < MEMBERS; number += 1)
    members.push(await newMember(server, join(directory, `${number}`), await freePort()));
  const uri = `mongodb://${members.map(({ host }) => host).join(',')}`;
  const stop = async (): Promise<void> => {
    await Promise.all(members.map((member) => member.stop()));
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await Promise.all(members.map((member) => member.start()));
    const config = { _id: NAME, members: members.map(({ host }, _id) => ({ _id, host })) };
    await asAdmin(`mongodb://${members[0]!.host}/?directConnection=true`, (admin) =>
      admin.command({ replSetInitiate: config }),
    );
    await untilWell(members);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    uri,
    stepDown: async () => {
      const { primary } = await untilWell(members);
      await asAdmin(`mongodb://${primary.host}/?directConnection=true`, (admin) =>
        admin.command({ replSetStepDown: 10, secondaryCatchUpPeriodSecs: 5 }),
      );
      await untilWell(members, primary);
    },
    killPrimary: async () => {
      const { primary } = await untilWell(members);
      await primary.kill();
      await eventually('another primary', () => primaryOf(members, primary), ELECTION_MS);
      await primary.start();
      await untilWell(members);
    },
    stop,
  };
}

async function newMember(server: RealMongo, directory: string, port: number): Promise<Member> {
  await mkdir(directory, { recursive: true });
  const host = `127.0.0.1:${port}`;
  const started = server.member({ name: `${NAME}-${randomUUID().slice(0, 8)}`, directory, port, set: NAME });
  let running: Running | undefined;
  return {
    host,
    start: async () => {
      const { command, args } = running ? started.again : started.first;
      const ready = () => mongoAnswers(`mongodb://${host}/?directConnection=true`);
      running = await launch({ name: `MongoDB at ${host}`, command, args, ready });
    },
    kill: async () => {
      await started.kill?.();
      await running?.kill();
    },
    stop: async () => {
      await running?.stop();
      await started.remove?.();
    },
  };
}

/** Settles when one member is primary, not `but`, and the others are secondaries. */
async function untilWell(members: Member[], but?: Member): Promise<{ primary: Member }> {
  return eventually(
    'one primary and two secondaries',
    async () => {
      const states = await Promise.all(members.map((member) => stateOf(member)));
      const primary = members[states.indexOf('primary')];
      const rest = states.filter((state) => state === 'secondary').length;
      return primary && primary !== but && rest === members.length - 1 && { primary };
    },
    ELECTION_MS,
  );
}

async function primaryOf(members: Member[], but: Member): Promise<Member | undefined> {
  for (const member of members) if (member !== but && (await stateOf(member)) === 'primary') return member;
  return undefined;
}

async function stateOf({ host }: Member): Promise<'primary' | 'secondary' | 'other'> {
  const state = await hello(`mongodb://${host}/?directConnection=true`).catch(() => null);
  if (state?.isWritablePrimary) return 'primary';
  return state?.secondary ? 'secondary' : 'other';
}

async function asAdmin<T>(uri: string, work: (admin: mongo.Db) => Promise<T>): Promise<T> {
  const client = new mongo.MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  try {
    return await work(client.db('admin'));
  } finally {
    await client.close();
  }
}

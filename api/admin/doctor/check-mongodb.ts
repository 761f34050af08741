import mongoose from 'mongoose';
import { type Finding, findingsOf } from '../../../core/doctor/finding';
import type { ApiDeps } from '../../deps';

const { ok, warning, problem } = findingsOf('mongodb');
/** Maximum time of a command, milliseconds. */
const WITHIN_MS = 3_000;
/** A call takes about a millisecond in one network. */
const SLOW_MS = 100;
/** The service allows clocks to differ by five seconds. Below, NTP does not run well. */
const [CLOCK_WARNING_MS, CLOCK_PROBLEM_MS] = [1_000, 5_000];
const OLDEST = 6;

interface Hello {
  setName?: string;
  localTime?: Date;
  hosts?: string[];
}

/** Checks MongoDB, the indexes in it, and its clock. */
export async function checkMongodb({ connection, development, isIndexed }: ApiDeps): Promise<Finding[]> {
  const { db } = connection;
  if (!db || connection.readyState !== mongoose.ConnectionStates.connected)
    return [
      problem('MongoDB does not answer.', 'Check MONGODB_URI, that MongoDB runs, and the network to it.'),
    ];
  const ask = (command: object) => db.admin().command(command, { timeoutMS: WITHIN_MS });
  const timed = async (command: object) => {
    const begun = Date.now();
    const answer = await ask(command);
    return { answer, took: Date.now() - begun, at: (begun + Date.now()) / 2 };
  };
  const { took } = await timed({ ping: 1 });
  // The stand-in of development knows the older name only.
  const { answer, at } = await timed({ hello: 1 }).catch(() => timed({ isMaster: 1 }));
  const hello = answer as Hello;
  const { version } = (await ask({ buildInfo: 1 })) as { version: string };
  return [
    took > SLOW_MS
      ? warning(`MongoDB ${version} answers in ${took} ms.`, 'Check its load and the network to it.')
      : ok(`MongoDB ${version} answers in ${took} ms.`),
    ...(Number.parseInt(version, 10) < OLDEST
      ? [warning(`MongoDB ${version} is no longer maintained.`, `Upgrade to ${OLDEST} or later.`)]
      : []),
    replicaSet(hello, development),
    isIndexed()
      ? ok('The unique indexes exist.')
      : problem('The unique indexes are not built yet, so nothing is accepted.', 'See the log of the API.'),
    clock(hello, at),
  ];
}

function replicaSet({ setName, hosts = [] }: Hello, development: boolean): Finding {
  if (setName !== undefined && hosts.length >= 3)
    return ok(`It is the replica set ${setName} with ${hosts.length} members.`);
  if (setName !== undefined)
    return warning(
      `The replica set ${setName} has ${hosts.length} members with data, so the loss of one stops the service.`,
      'Use three members.',
    );
  const text = 'It is not a replica set, so the loss of its disk loses accepted notifications.';
  const action = 'Use a replica set of three members (docs/operations/docker.md).';
  return development ? warning(text, action) : problem(text, action);
}

function clock({ localTime }: Hello, ourMs: number): Finding {
  if (!localTime) return warning('MongoDB does not report its time.', 'Compare the clocks yourself.');
  const aheadMs = Math.round(localTime.getTime() - ourMs);
  const text = `The clock of MongoDB differs from that of the API by ${Math.abs(aheadMs)} ms.`;
  const action = 'Run NTP on both hosts.';
  if (Math.abs(aheadMs) > CLOCK_PROBLEM_MS) return problem(text, action);
  return Math.abs(aheadMs) > CLOCK_WARNING_MS ? warning(text, action) : ok(text);
}

import path from 'node:path';
import { parseArgs } from 'node:util';
import { extensionsFolder } from '../../process/extensions/files';
import { findSequences } from '../../process/extensions/sequences';
import { runningFacts } from '../dev/running-facts';
import { liveHistories, type LiveOptions, type OneHistory, SAVED, savedHistories } from './replay/histories';
import { keep, recordingOf } from './replay/record';
import { type Replayed, type Replaying, replayed } from './replay/run';

const ROOT = path.join(__dirname, '../..');
const USAGE = `npm run replay                          the histories in test/histories, and in histories/ of the extensions
npm run replay -- --address HOST:PORT   the histories of the open runs of a live namespace
  --closed            also runs that have ended, which do not change the exit code
  --namespace NAME    default: default
  --query QUERY       a visibility query; default: WorkflowType = "notification"
  --limit N           maximum number of histories, open runs first; default: 1000
  --tls               connects over TLS; the TEMPORAL_ settings of the workers count too: keys, certificates, profiles
  --workflows FILE    the workflows to replay against; default: workflows/index.ts
  HELIOGRAPH_EXTENSIONS  the folder whose sequences are replayed too
npm run replay -- --record ID           keeps the history of a notification for the replay, without personal data;
                                        the first eight characters of its id are enough
  --address, --tls    where its Temporal is; default: that of npm start
  --file FILE         default: EVENT.json in histories/ of the extensions, else in test/histories

Exit code: 0 if all replay, 1 if some would break, 2 if the check failed.`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      record: { type: 'string' },
      file: { type: 'string' },
      address: { type: 'string' },
      closed: { type: 'boolean', default: false },
      namespace: { type: 'string', default: 'default' },
      query: { type: 'string', default: 'WorkflowType = "notification"' },
      limit: { type: 'string', default: '1000' },
      tls: { type: 'boolean', default: false },
      workflows: { type: 'string', default: path.join(ROOT, 'workflows/index.ts') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const extensions = folderOfExtensions();
  const replaying: Replaying = {
    workflowsPath: path.resolve(values.workflows),
    sequences: extensions === null ? [] : findSequences(extensions),
  };
  const kept = extensions === null ? [SAVED] : [path.join(extensions, 'histories'), SAVED];
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1) throw new Error('--limit must be a whole number above 0');
  const { record, file, address, closed, namespace, tls, query } = values;
  if (record !== undefined) {
    const { temporalAddress, temporalNamespace } =
      address === undefined
        ? await runningFacts()
        : { temporalAddress: address, temporalNamespace: namespace };
    const place = { address: temporalAddress, namespace: temporalNamespace, tls };
    return recorded(record, place, { replaying, file, folder: kept[0] ?? SAVED });
  }
  const histories =
    address === undefined
      ? savedHistories(kept)
      : liveHistories({ address, closed, namespace, tls, query, limit });
  return report(replayed(replaying, histories));
}

/** Returns the folder of HELIOGRAPH_EXTENSIONS. The other settings of the service do not matter here. */
function folderOfExtensions(): string | null {
  const { HELIOGRAPH_EXTENSIONS } = process.env;
  return HELIOGRAPH_EXTENSIONS ? extensionsFolder(HELIOGRAPH_EXTENSIONS) : null;
}

/** Keeps the history of one notification, if it replays, and says what is in it. Returns the exit code. */
async function recorded(
  id: string,
  place: Pick<LiveOptions, 'address' | 'namespace' | 'tls'>,
  { replaying, file: given, folder }: { replaying: Replaying; file: string | undefined; folder: string },
): Promise<number> {
  if (!/^[\w-]{8,}$/.test(id))
    throw new Error('--record needs the id of a notification, or its first eight characters or more');
  const query = `WorkflowId STARTS_WITH "${id}" AND WorkflowType = "notification"`;
  const found: OneHistory[] = [];
  for await (const one of liveHistories({ ...place, query, limit: 2, closed: true })) found.push(one);
  const [first, second] = found;
  if (second && first?.workflowId !== second.workflowId)
    throw new Error(`${id} is the beginning of more than one id: ${first?.workflowId}, ${second.workflowId}`);
  if (first) {
    const { history } = first;
    const recording = recordingOf(history);
    const { event, texts } = recording;
    const file = path.resolve(given ?? path.join(folder, `${event ?? id}.json`));
    async function* kept(): AsyncIterable<OneHistory> {
      yield { workflowId: path.basename(file, '.json'), history: recording.history, closed: false };
    }
    const code = await report(replayed(replaying, kept()));
    if (code !== 0) return code;
    await keep(recording, file);
    console.log(
      `Wrote ${path.relative('', file)}: ${history.events?.length} events. Its ids are replaced, hosts are left out.`,
    );
    console.log(`It says: ${texts.join(' · ')}\nRead this before you commit it: nobody may be named.`);
    return 0;
  }
  throw new Error(
    `${place.address} has no run of ${id}. Check the id. Temporal removes a run some days after its end.`,
  );
}

/** Prints a line for each; gives the exit code. */
async function report(all: AsyncIterable<Replayed>): Promise<number> {
  const counts = { open: 0, broken: 0, closed: 0, brokenClosed: 0 };
  for await (const { workflowId, type, closed, problem } of all) {
    counts[closed ? 'closed' : 'open'] += 1;
    if (problem !== null) counts[closed ? 'brokenClosed' : 'broken'] += 1;
    const what = `${workflowId} (${type}${closed ? ', closed' : ''})`;
    console.log(problem === null ? `ok      ${what}` : `BREAKS  ${what}: ${problem}`);
  }
  const { open, broken, closed, brokenClosed } = counts;
  if (closed > 0)
    console.log(`${brokenClosed} of ${closed} closed runs would not replay. No worker will replay them.`);
  if (open === 0) console.log('There is no open run to replay.');
  else console.log(broken === 0 ? `All ${open} replay.` : `${broken} of ${open} would break.`);
  return broken === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);

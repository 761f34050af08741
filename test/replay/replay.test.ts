import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import type { OneHistory } from '../../tools/scripts/replay/histories';
import { replayed } from '../../tools/scripts/replay/run';
import { bundleOf } from '../../tools/dev/compiled/workflow-bundle';

const HISTORIES = join(__dirname, '../histories');
const names = readdirSync(HISTORIES).filter((name) => name.endsWith('.json'));
const historyOf = (name: string, reviver?: (key: string, value: unknown) => unknown): unknown =>
  JSON.parse(readFileSync(join(HISTORIES, name), 'utf8'), reviver);
const bundle = { codePath: process.env.HELIOGRAPH_TEST_BUNDLE ?? '' };

const NAMED = 'code-sequence-named.json';

const PATCH = "Put the change behind 'patched' (docs/guides/changing-sequences.md).";
const STAYS =
  'Such a run stays where it is until a worker has corrected code (docs/guides/changing-sequences.md).';
const NOTED =
  "at event 11 (after SEND reminder-1) the history goes on with 'noteWaiting' (a WAIT of over 5 seconds begins)";
const FIRST = 'at event 5 the history goes on with SEND reminder-1';
const LAST = 'at event 23 (after WAIT conversion, 3 days) the history goes on with SEND thanks';
const CLOSE = "at event 29 (after SEND thanks) the history goes on with 'close' (the end)";

/** What the replay says of each change in changes/many.ts. */
const SAID: [change: string, problem: string | null][] = [
  ['same', null],
  ['SEND added', `${NOTED}, the code asks for SEND hint. ${PATCH}`],
  ['SEND added at the end', `${CLOSE}, the code asks for SEND hint. ${PATCH}`],
  ['WAIT added', `${LAST}, the code asks for WAIT a day. ${PATCH}`],
  ['short WAIT added', `${NOTED}, the code asks for WAIT a moment. ${PATCH}`],
  ['timer added', `${NOTED}, the code asks for a timer. ${PATCH}`],
  ['SEND removed', `${FIRST}, the code asks for 'noteWaiting' (a WAIT of over 5 seconds begins). ${PATCH}`],
  ['last SEND removed', `${LAST}, the code asks for 'close' (the end). ${PATCH}`],
  ['SEND renamed', `${FIRST}, the code asks for SEND hint. ${PATCH}`],
  ['WAIT removed', `${NOTED}, the code asks for SEND thanks. ${PATCH}`],
  ['all removed', `${FIRST}, the code asks for 'close' (the end). ${PATCH}`],
  ['SEND moved', `${FIRST}, the code asks for 'noteWaiting' (a WAIT of over 5 seconds begins). ${PATCH}`],
  ['WAIT shortened', `${NOTED}, the code asks for WAIT conversion. ${PATCH}`],
  ['signal forgotten', `${LAST}, the code asks for nothing. ${PATCH}`],
  ['WAIT that is over at once', `${NOTED}, the code asks for SEND thanks. ${PATCH}`],
  ['digest added', `${FIRST}, the code asks for 'joinDigest' (gather). ${PATCH}`],
  ['fault of two lines', `the code fails (after SEND reminder-1): no "hint" is known. ${STAYS}`],
];

interface Json {
  events: { workflowExecutionStartedEventAttributes: { input: { payloads: { data: string }[] } } }[];
}

/** The saved run of trial-ending, begun with another input. */
function begunWith(
  name: string,
  change: { event?: string; code?: string },
  json = historyOf(NAMED) as Json,
): OneHistory {
  const payload = json.events[0]?.workflowExecutionStartedEventAttributes.input.payloads[0];
  if (!payload) throw new Error('the saved history has no input');
  const input = JSON.parse(Buffer.from(payload.data, 'base64').toString()) as object;
  payload.data = Buffer.from(JSON.stringify({ ...input, ...change })).toString('base64');
  return { workflowId: name, history: historyFromJSON(json), closed: false };
}

/** The saved run of trial-ending, with a mark of `patched('hint')` as its event 5. */
function withPatch(name: string): OneHistory {
  const later = (key: string, value: unknown): unknown =>
    /eventId$/i.test(key) && Number(value) >= 5 ? String(Number(value) + 1) : value;
  const json = historyOf(NAMED, later) as { events: object[] };
  const payload = {
    metadata: { encoding: Buffer.from('json/plain').toString('base64') },
    data: Buffer.from('{"id":"hint","deprecated":false}').toString('base64'),
  };
  json.events.splice(4, 0, {
    eventId: '5',
    eventType: 'EVENT_TYPE_MARKER_RECORDED',
    markerRecordedEventAttributes: {
      markerName: 'core_patch',
      details: { 'patch-data': { payloads: [payload] } },
      workflowTaskCompletedEventId: '4',
    },
  });
  return begunWith(name, { event: 'same' }, json as Json);
}

async function* histories(): AsyncIterable<OneHistory> {
  for (const [event] of SAID) yield begunWith(event, { event });
  yield begunWith('sequence removed', { code: 'win-back' });
  yield withPatch('patch removed');
}

const problems = new Map<string, string | null>();
beforeAll(async () => {
  const all = replayed({ workflowsPath: join(__dirname, 'changes/many.ts'), sequences: [] }, histories());
  for await (const { workflowId, problem } of all) problems.set(workflowId, problem);
});

test('there is a history for each path', () => {
  const paths = [
    'sent',
    'retried',
    'failed',
    'cancelled',
    'sequence',
    'code-sequence',
    'moved',
    'condition',
    'receipt',
    'fallback',
    'wait-until',
    'webhook',
    'webhook-parent',
    'webhook-queued',
    'webhook-again',
    'webhook-endpoint',
    'worker-died',
    'send-at',
    'job',
  ];
  expect(names).toEqual(expect.arrayContaining(paths.map((path) => `${path}.json`)));
});

test.each(names)('%s replays against the workflows as they are', async (name) => {
  await Worker.runReplayHistory({ workflowBundle: bundle, replayName: name }, historyOf(name));
});

test('a workflow that no longer does what its history says is found out', async () => {
  const altered = { codePath: await bundleOf(join(__dirname, 'altered-workflows.ts')) };
  const replay = Worker.runReplayHistory({ workflowBundle: altered }, historyOf('sent.json'));
  await expect(replay).rejects.toThrow(DeterminismViolationError);
});

test.each(SAID)('%s: the replay says where, what and what to do', (change, problem) => {
  expect(problems.get(change)).toBe(problem && `trial-ending: ${problem}`);
});

test('a removed sequence is named, with what becomes of its runs', () => {
  expect(problems.get('sequence removed')).toBe(
    'win-back: the code fails: This worker has no sequence "win-back", neither of its release nor in its HELIOGRAPH_EXTENSIONS: ' +
      `notifications that run it wait until a worker with it is started. ${STAYS}`,
  );
});

test('a patch that was removed while runs are marked with it is named', () => {
  expect(problems.get('patch removed')).toBe(
    "trial-ending: at event 5 the history goes on with the patch 'hint', the code asks for SEND reminder-1. " +
      "Keep its 'patched', or 'deprecatePatch', as long as such runs are open (docs/guides/changing-sequences.md).",
  );
});

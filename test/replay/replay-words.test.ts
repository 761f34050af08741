import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import type { OneHistory } from '../../dev/replay/histories';
import { replayed } from '../../dev/replay/run';

const PATCH = "Put the change behind 'patched' (docs/sequences.md).";
const STAYS = 'Such a run stays where it is until a worker with better code comes (docs/sequences.md).';
const NOTED =
  "at event 11 (behind SEND reminder-1) the history goes on with 'noteWaiting' (a WAIT of over 5 seconds begins)";
const FIRST = 'at event 5 the history goes on with SEND reminder-1';
const LAST = 'at event 23 (behind WAIT conversion, 3 days) the history goes on with SEND thanks';
const CLOSE = "at event 29 (behind SEND thanks) the history goes on with 'close' (the end)";

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
  ['WAIT removed', `${NOTED}, the code asks for SEND thanks. ${PATCH}`],
  ['all removed', `${FIRST}, the code asks for 'close' (the end). ${PATCH}`],
  ['SEND moved', `${FIRST}, the code asks for 'noteWaiting' (a WAIT of over 5 seconds begins). ${PATCH}`],
  ['WAIT shortened', `${NOTED}, the code asks for WAIT conversion. ${PATCH}`],
  ['signal forgotten', `${LAST}, the code asks for nothing there. ${PATCH}`],
  ['WAIT that is over at once', `${NOTED}, the code asks for SEND thanks. ${PATCH}`],
  ['digest added', `${FIRST}, the code asks for 'joinDigest' (gather). ${PATCH}`],
  ['fault of two lines', `the code fails (behind SEND reminder-1): no "hint" is known. ${STAYS}`],
];

interface Json {
  events: { workflowExecutionStartedEventAttributes: { input: { payloads: { data: string }[] } } }[];
}

/** The saved run of trial-ending, begun with another input. */
async function begunWith(name: string, change: { event?: string; code?: string }): Promise<OneHistory> {
  const text = await readFile(join(__dirname, '../histories/code-sequence.json'), 'utf8');
  const json = JSON.parse(text) as Json;
  const payload = json.events[0]?.workflowExecutionStartedEventAttributes.input.payloads[0];
  if (!payload) throw new Error('the saved history has no input');
  const input = JSON.parse(Buffer.from(payload.data, 'base64').toString()) as object;
  payload.data = Buffer.from(JSON.stringify({ ...input, ...change })).toString('base64');
  return { workflowId: name, history: historyFromJSON(json), closed: false };
}

async function* histories(): AsyncIterable<OneHistory> {
  for (const [event] of SAID) yield begunWith(event, { event });
  yield begunWith('sequence removed', { code: 'win-back' });
}

const problems = new Map<string, string | null>();
beforeAll(async () => {
  const all = replayed(join(__dirname, 'changes/many.ts'), histories());
  for await (const { workflowId, problem } of all) problems.set(workflowId, problem);
}, 120_000);

test.each(SAID)('%s: the replay says where, what and what to do', (change, problem) => {
  expect(problems.get(change)).toBe(problem && `trial-ending: ${problem}`);
});

test('a removed sequence is named, with what becomes of its runs', () => {
  expect(problems.get('sequence removed')).toBe(
    'win-back: the code fails: This worker has no sequence "win-back" (workflows/sequences/registry.ts): ' +
      `notifications that run it wait until a worker with it is started. ${STAYS}`,
  );
});

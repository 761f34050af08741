import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import type { History } from '../../../tools/scripts/replay/histories';
import { keep, recordingOf } from '../../../tools/scripts/replay/record';
import { historyText } from '../../support/history-text';

const SAVED = path.join(__dirname, '../../histories/code-sequence-named.json');
/** Ids of the saved run: of its notification, its contact and its application. */
const IDS = [
  'da09ebc9-cd1e-4c24-840d-da6ed309d1c7',
  '8b413972-8fc3-413b-b0ce-affb034dd95b',
  'd6e4cda2-72e3-4845-a29a-a762e6c8e1c9',
];

const saved = (): History => historyFromJSON(JSON.parse(readFileSync(SAVED, 'utf8')));

/** The saved run, whose signal has an argument. */
function signalledWith(argument: string): History {
  const history = saved();
  for (const { workflowExecutionSignaledEventAttributes: signal } of history.events ?? [])
    if (signal)
      signal.input = {
        payloads: [
          { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from(JSON.stringify(argument)) },
        ],
      };
  return history;
}

describe('a recorded history', () => {
  it('has other ids and no host or process, and is named after its event', () => {
    expect(historyText(saved())).toContain(IDS[0]);
    const { history, event } = recordingOf(saved());
    const text = historyText(history);
    for (const id of IDS) expect(text).not.toContain(id);
    expect(text).not.toMatch(/\d+@vm/);
    expect(event).toBe('trial-ending');
  });

  it('says which texts are in it', () => {
    const { texts } = recordingOf(signalledWith('plan pro'));
    expect(texts).toEqual(expect.arrayContaining(['trial-ending', 'reminder-1', 'plan pro']));
    for (const text of texts) expect(text).not.toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['ada@example.com', 'call +1 202 555 0123'])('is refused with %s in a signal', (argument) => {
    expect(() => recordingOf(signalledWith(argument))).toThrow(
      `The history holds what looks like an address, so it is not kept: "${argument}".`,
    );
  });

  it('overwrites no file', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'record-'));
    const file = path.join(folder, 'new/run.json');
    const recording = recordingOf(saved());
    await keep(recording, file);
    const written = readFileSync(file, 'utf8');
    expect(historyText(historyFromJSON(JSON.parse(written)))).toBe(historyText(recording.history));
    await expect(keep(recording, file)).rejects.toThrow(
      `${file} is there already. Give another name with --file.`,
    );
    rmSync(folder, { recursive: true });
  });
});

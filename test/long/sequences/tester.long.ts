import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSequenceTester } from '../../../workflows/testing/sequence';

const folder = mkdtempSync(path.join(tmpdir(), 'sequence-tester-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the error that has ended a sequence is printed, and templates that no SEND has used', async () => {
  const printed = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const lines = (): string => printed.mock.calls.map(([text]) => String(text)).join('');
  try {
    const sequences = await createSequenceTester({
      workflowsPath: path.join(__dirname, '../../support/workflows/codes.ts'),
    });
    const eventFile = path.join(folder, 'failing.yaml');
    const template = '{ sms: { en: { text: Hello } } }';
    writeFileSync(
      eventFile,
      `sequence: { code: trial-ending }\nstep_templates:\n  reminder-1: ${template}\n  remainder-2: ${template}\n`,
    );
    const run = await sequences.start('trial-ending', { eventFile });
    expect(await run.ended()).toBe('failed');
    expect(run.failure()).toBe('NO_PLAN: the plan is gone');
    expect(lines()).toContain('trial-ending has failed: NO_PLAN: the plan is gone\n');
    expect(lines()).not.toContain('step_templates');
    await sequences.stop();
    expect(lines()).toContain('failing: no SEND of these tests uses step_templates.remainder-2\n');
  } finally {
    printed.mockRestore();
  }
}, 300_000);

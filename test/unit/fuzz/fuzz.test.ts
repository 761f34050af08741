import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { checked } from '../../fuzz/checked';
import { keptInputs } from '../../fuzz/corpus';
import { runTarget } from '../../fuzz/run-target';
import { fuzzTarget, promise } from '../../fuzz/target';
import { TARGETS } from '../../fuzz/targets';

const KEPT = TARGETS.filter(({ start }) => start === undefined).flatMap((target) =>
  keptInputs(target.name).map(({ file, input }) => ({ target, name: path.basename(file), input })),
);

it.each(KEPT)('$target.name keeps its promise for $name', async ({ target, input }) => {
  await checked(target, input);
});

it('each folder of kept inputs is of a target', () => {
  const names = TARGETS.map(({ name }) => name);
  const folders = readdirSync(path.join(__dirname, '../../fuzz/corpus'));
  expect(folders.filter((folder) => !names.includes(folder))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

describe('a target that breaks its promise', () => {
  const corpus = mkdtempSync(path.join(tmpdir(), 'heliograph-fuzz-'));
  afterAll(() => rmSync(corpus, { recursive: true }));
  const target = fuzzTarget<number>({
    name: 'planted',
    arbitrary: fc.integer({ min: 0, max: 10_000 }),
    check: (input) => promise(input < 700, 'too large'),
  });

  it('is found, shrunk, and kept, and a kept input is tried first', async () => {
    const first = await runTarget(target, { seed: 1, forMs: 60_000, corpus });
    expect(first.broken).toMatchObject({ input: 700, seed: expect.any(Number) });
    expect(first.broken?.problem).toContain('too large');
    const again = await runTarget(target, { seed: 1, forMs: 0, corpus });
    expect(again).toMatchObject({ inputs: 1, broken: { input: 700, seed: null, file: first.broken?.file } });
  });

  it('is one that takes too long, or changes a prototype', async () => {
    const busy = (): void => {
      const { user } = process.cpuUsage();
      while (process.cpuUsage().user - user < 60_000);
    };
    await expect(checked({ ...target, check: busy }, 1)).rejects.toThrow(/took \d+ ms/);
    const pollutes = (): void => {
      (Object.prototype as Record<string, unknown>).planted = 1;
    };
    await expect(checked({ ...target, check: pollutes }, 1)).rejects.toThrow('a prototype was changed');
    delete (Object.prototype as Record<string, unknown>).planted;
  });
});

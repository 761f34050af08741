import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compiled, hashOfSources } from '../../../tools/dev/compiled/compile';

let folder: string;
const made = new Set<string>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heliograph-compiled-'));
});
afterAll(() => Promise.all([folder, ...made].map((one) => rm(one, { recursive: true, force: true }))));

const sources = async (imported: string): Promise<string> => {
  const entry = path.join(folder, 'entry.ts');
  await writeFile(path.join(folder, 'imported.ts'), imported);
  await writeFile(entry, `import { word } from './imported';\nconsole.log(word);\n`);
  return entry;
};
const compiledOf = async (imported: string): Promise<string> => {
  const result = await compiled({ process: await sources(imported) });
  made.add(result);
  return result;
};

test('the same sources are compiled once, and others beside them, so that a running process keeps its code', async () => {
  const first = await compiledOf(`export const word: string = 'first';\n`);
  const second = await compiledOf(`export const word: string = 'second';\n`);
  expect(await compiledOf(`export const word: string = 'first';\n`)).toBe(first);
  expect(second).not.toBe(first);
  expect(await readFile(path.join(first, 'process.js'), 'utf8')).toMatch(/"first"/);
  expect(await readFile(path.join(second, 'process.js'), 'utf8')).toMatch(/"second"/);
});

test('compiled code has no source map', async () => {
  const result = await compiledOf(`export const word: string = 'mapless';\n`);
  expect(await readdir(result)).toEqual(['process.js']);
  expect(await readFile(path.join(result, 'process.js'), 'utf8')).not.toMatch(/sourceMappingURL/);
});

test('a workflow bundle is made anew if only a comment of an imported source changes, because its stacks name lines', async () => {
  const before = await hashOfSources(await sources(`export const word = 'one';\n`));
  expect(await hashOfSources(await sources(`export const word = 'one';\n`))).toBe(before);
  expect(await hashOfSources(await sources(`// A comment.\nexport const word = 'one';\n`))).not.toBe(before);
});

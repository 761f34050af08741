import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const PAGE = path.join(ROOT, 'docs/internals/adding-a-channel.md');
/** What a channel has no part in: tests, packages, and what programs have made. */
const LEFT_OUT = /^(?:\.git|\.data|\.mutation|coverage|dist|node_modules|test)$/;

/** The program that uses the channel. */
export const CHECK = 'test/support/toy-channel-check.ts';

/** The channel of docs/internals/adding-a-channel.md: its files, and the changes outside of its folder. */
export interface ToyChannel {
  files: { file: string; code: string }[];
  changes: { file: string; before: string; after: string; added: number }[];
}

export async function readToyChannel(): Promise<ToyChannel> {
  const page = await readFile(PAGE, 'utf8');
  const files = [...page.matchAll(/^```ts\n\/\/ (\S+\.ts)\n(.*?)^```$/gms)].map(
    ([, file = '', code = '']) => ({
      file,
      code,
    }),
  );
  const changes = [...page.matchAll(/^```diff\n# (\S+\.ts)\n(.*?)^```$/gms)].map(
    ([, file = '', diff = '']) => {
      const lines = diff.split('\n').filter((line) => line !== '');
      const side = (without: string): string =>
        lines.flatMap((line) => (line.startsWith(without) ? [] : [line.slice(1)])).join('\n');
      return {
        file,
        before: side('+'),
        after: side('-'),
        added: lines.filter((line) => line.startsWith('+')).length,
      };
    },
  );
  return { files, changes };
}

/** Copies the code to `folder`, and adds the channel. Returns the names of all files that it wrote or changed. */
export async function buildToyChannel(folder: string): Promise<string[]> {
  const { files, changes } = await readToyChannel();
  const filter = (source: string): boolean => !/\/(?:node_modules|dist)$/.test(source);
  for (const name of (await readdir(ROOT)).filter((one) => !LEFT_OUT.test(one)))
    await cp(path.join(ROOT, name), path.join(folder, name), { recursive: true, filter });
  for (const owner of ['.', 'cli', 'client', 'dashboard']) {
    const packages = path.join(owner, 'node_modules');
    if (existsSync(path.join(ROOT, packages)))
      await symlink(path.join(ROOT, packages), path.join(folder, packages));
  }
  for (const { file, code } of files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), code);
  }
  for (const { file, before, after } of changes) {
    const source = await readFile(path.join(folder, file), 'utf8');
    await writeFile(
      path.join(folder, file),
      source.replace(before, () => after),
    );
  }
  await mkdir(path.dirname(path.join(folder, CHECK)), { recursive: true });
  await cp(path.join(ROOT, CHECK), path.join(folder, CHECK));
  return [...files, ...changes].map(({ file }) => file);
}

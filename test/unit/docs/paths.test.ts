import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../../..');
const SKIPPED = new Set(['node_modules', 'dist', '.git']);
const files = listed('');

/** Every file of the project, relative to its root. */
function listed(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const name = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? listed(name) : [name];
  });
}

const tops = [...new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]!))];
const named = new RegExp(
  String.raw`(?<![\w./@:-])(?:${tops.map((top) => top.replaceAll('.', '\\.')).join('|')})/[\w./-]*\w`,
  'g',
);

/** Files that a page lets its reader make, and folders that a command makes. */
const MADE_LATER = /\/invoice-|VERSION-COMMIT|^\.data|^(?:cli|client|dashboard)\/dist/;

/** What a page has between backticks, and what a file of code has in its comments. */
const proseOf = (file: string, text: string): string[] =>
  file.endsWith('.md')
    ? [...text.replace(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
    : [...text.matchAll(/(?:^|\s)\/\/ ([^\n]*)$|\/\*\*.*?\*\//gms)].map(([comment]) =>
        comment.replaceAll(/\n\s*\*/g, ''),
      );

test('every path that a page or a comment names exists', () => {
  const read = files.filter((file) => /\.(?:md|ts|tsx|svelte|mjs|js)$/.test(file) && file !== 'CHANGELOG.md');
  const missing = read.flatMap((file) =>
    proseOf(file, readFileSync(path.join(ROOT, file), 'utf8'))
      .flatMap((prose) => prose.match(named) ?? [])
      .filter((name) => !MADE_LATER.test(name) && !files.some((one) => one.startsWith(name)))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

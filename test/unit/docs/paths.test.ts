import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { anchorsOf, headingsOf } from '../../support/pages';

const ROOT = path.join(__dirname, '../../..');
/** Folders that are installed or made, and not part of the project. */
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.data', '.mutation', 'coverage', 'secrets']);
const files = listed('');

/** Returns every file below a folder, relative to the root. */
function listed(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    // What an engineer adds is no part of the project either.
    if (SKIPPED.has(entry.name) || name === 'extensions') return [];
    return entry.isDirectory() ? listed(name) : [name];
  });
}

const foldersOf = (file: string): string[] => {
  const folder = path.posix.dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
};
/** Files, folders, and files without their ending. */
const known = new Set([
  ...files,
  ...files.flatMap(foldersOf),
  ...files.map((file) => file.replace(/(?:\.[a-z]+)+$/, '')),
]);
const tops = [...new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]!))];

/** A path that begins with a folder of the root. */
const FROM_ROOT = new RegExp(
  String.raw`(?<![\w./@:{-])(?:${tops.map((top) => top.replaceAll('.', '\\.')).join('|')})/[\w./-]*\w`,
  'g',
);
/** The name of a file, with some of its folders or none. */
const FILE_NAME = /(?<![\w.@:{*-])(?:[\w.-]+\/)*[\w-][\w.-]*\.(?:ts|tsx|mjs|sh|py|md|svg)\b(?![\w/(])/g;
/** A page with one of its headings in quotation marks, or with an anchor. */
const PLACE_ON_PAGE = /(docs\/[\w/-]+\.md)(?:, "([^"\n]+)"|#([\w-]+))/g;

/**
 * Files that a page lets its reader make, that a command makes, or that are named relative to another folder. `net/http` is a
 * package of Go, and `client/go/v` the beginning of a tag.
 */
const NOT_IN_PROJECT =
  /\/(?:invoice-|acme\/)|^channels\/pager\/|VERSION-COMMIT|EVENT\.json$|^(?:cli|client|client\/python|dashboard)\/dist|^(?:api\/server|worker\/main)\.js$|^net\/http$|^client\/go\/v$/;

const isPage = (file: string): boolean => file.endsWith('.md') && file !== 'CHANGELOG.md';
const isScript = (file: string): boolean => /\.(?:ts|tsx|mjs|js)$/.test(file);
const read = files
  .filter(
    (file) =>
      isPage(file) || isScript(file) || /\.(?:ya?ml|sh|py|toml|css)$|^Dockerfile$|^\.ci\/run$/.test(file),
  )
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));

/** What a page has between backticks, and what a file of code has in its comments. */
const proseOf = (file: string, text: string): string[] => {
  if (isPage(file))
    return [...text.replace(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  if (isScript(file))
    return [...text.matchAll(/(?:^|\s)\/\/ ([^\n]*)$|\/\*\*? .*?\*\/|\/\*\*\n.*?\*\//gms)].map(([comment]) =>
      comment.replaceAll(/\n\s*\*/g, ''),
    );
  return [...text.matchAll(/(?:^|\s)# ([^\n]*)$/gm)].map(([, comment = '']) => comment);
};
/** Tests make files of their own, so only their comments count. Of everything else, the whole text does. */
const textsOf = (file: string, text: string): string[] =>
  file.startsWith('test/') ? proseOf(file, text) : [text];

test('every path that a page, a comment or a text in the code names exists', () => {
  const missing = read.flatMap(({ file, text }) =>
    textsOf(file, text)
      .flatMap((part) => part.match(FROM_ROOT) ?? [])
      .filter((name) => !NOT_IN_PROJECT.test(name) && !known.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every file that a page or a comment names without its whole path exists', () => {
  const missing = read.flatMap(({ file, text }) =>
    proseOf(file, text)
      .flatMap((prose) => prose.match(FILE_NAME) ?? [])
      .map((name) => name.replace(/^(?:\.\.?\/)+/, ''))
      .filter((name) => !NOT_IN_PROJECT.test(name))
      .filter((name) => !files.some((one) => one === name || one.endsWith(`/${name}`)))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every heading of a page that the code names exists', () => {
  const missing = read.flatMap(({ file, text }) =>
    [...text.replaceAll(/\n\s*(?:\*|\/\/|#) ?/g, ' ').matchAll(PLACE_ON_PAGE)]
      .filter(([, page = '']) => files.includes(page))
      .filter(([, page = '', heading, anchor]) =>
        heading === undefined ? !anchorsOf(page).includes(anchor!) : !headingsOf(page).includes(heading),
      )
      .map(([place]) => `${file}: ${place}`),
  );
  expect(missing).toEqual([]);
});

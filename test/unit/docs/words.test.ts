import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import ts from 'typescript';
import { createProgram } from '../../../cli/program';
import { describeSettings } from '../../../process/config';

/** Words and phrases that readers of other languages misread. CONTRIBUTING.md says what to write instead. */
const AVOIDED = [
  ...[
    'anew',
    'became of',
    'beside',
    'came to',
    'come whole',
    'for good',
    'made again',
    'meanwhile',
    'of it',
    'of its own',
  ],
  ...['rested', 'resting', 'rests', 'the rest', 'told', 'turned away', 'untold', 'whoever', 'beyond'],
];
const AVOIDED_WORD = new RegExp(String.raw`\b(?:${AVOIDED.join('|')})\b`, 'i');
const WHERE_FOR_IF = /(?:^|[,;] )where (?:it|there|this|that|they|no|a)\b/i;
/** A capital, a digit, a name in code or a path, and a full stop at the end. */
const SENTENCE = /^[\p{Lu}\d`"</].*[.!?]$/su;

const ROOT = path.join(__dirname, '../../..');

interface Text {
  place: string;
  text: string;
}

const settings: Text[] = describeSettings().map(({ name, text }) => ({ place: name, text }));

const out = new Writable();
const host = { stdin: Readable.from([]), stdout: out, stderr: out, env: {}, cwd: () => '/' };

/** Returns the help texts of a command, its options and arguments, and of the commands below it. */
function helpOf(command: Command, parents = ''): Text[] {
  const place = `${parents}${command.name()}`;
  return [
    { place, text: command.description() },
    ...command.options.map(({ flags, description: text }) => ({ place: `${place} ${flags}`, text })),
    ...command.registeredArguments
      .filter(({ description }) => description !== '')
      .map((argument) => ({ place: `${place} <${argument.name()}>`, text: argument.description })),
    ...command.commands.flatMap((one) => helpOf(one, `${place} `)),
  ];
}

const help = helpOf(createProgram(host));

/** Returns the texts of an OpenAPI document below a node. `sentence` is false for a summary, which is a title. */
function documented(node: unknown, place: string): (Text & { sentence: boolean })[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'example' || key === 'examples' || key === 'properties')
      return key === 'properties'
        ? Object.entries(value as object).flatMap(([name, one]) => documented(one, `${place}.${name}`))
        : [];
    if ((key === 'description' || key === 'summary') && typeof value === 'string')
      return [{ place: `${place} ${key}`, text: value, sentence: key === 'description' }];
    return documented(value, `${place}/${key}`);
  });
}

const documents = ['docs/openapi.json', 'docs/admin-openapi.json'].flatMap((file) =>
  documented(JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')), file),
);

const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(path.join(ROOT, folder), { encoding: 'utf8', recursive: true })
    .filter((name) => ending.test(name))
    .map((name) => path.posix.join(folder, name));

/** Returns the strings of several words in a source, and the texts between its tags. */
function textsOf(file: string): Text[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(ROOT, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    const text = ts.isTemplateExpression(node)
      ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join('…')
      : ts.isStringLiteralLike(node) || ts.isJsxText(node)
        ? node.text.trim()
        : '';
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    if (/\s/.test(text)) found.push({ place: `${file}:${line + 1}`, text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const textsBelow = (...folders: string[]): Text[] =>
  folders.flatMap((folder) => filesBelow(folder, /(?<!\.test)\.tsx?$/)).flatMap(textsOf);

/** History quotes old words, and a reference is checked as the text that it is made of. */
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...filesBelow('docs', /\.md$/)]
  .filter((file) => !file.startsWith('docs/reference/'))
  .flatMap((file) =>
    readFileSync(path.join(ROOT, file), 'utf8')
      .replace(/^ *```[^]*?^ *```/gm, (block) => block.replace(/.+/g, ''))
      .split('\n')
      .map((text, index) => ({ place: `${file}:${index + 1}`, text: text.replace(/\]\([^)]*\)/g, ']') })),
  );

const wrongIn = (texts: Text[], isRight: (text: string) => boolean) =>
  texts.filter(({ text }) => !isRight(text)).map(({ place, text }) => `${place}: ${text}`);

const isClear = (text: string): boolean => {
  const prose = text.replace(/`[^`]*`/g, '');
  return !AVOIDED_WORD.test(prose) && !WHERE_FOR_IF.test(prose);
};

describe.each([
  ['the settings', settings, settings],
  ['the help of the command line', help, help],
  ['the OpenAPI documents', documents, documents.filter(({ sentence }) => sentence)],
])('of %s', (_what, texts: Text[], sentences: Text[]) => {
  it('each description is a sentence', () => {
    expect(sentences.length).toBeGreaterThan(50);
    expect(wrongIn(sentences, (text) => SENTENCE.test(text))).toEqual([]);
  });

  it('no text has a word that is easily misread', () => expect(wrongIn(texts, isClear)).toEqual([]));
});

describe('no text has a word that is easily misread', () => {
  it.each([
    ['in the channels', textsBelow('channels')],
    ['in the problems of event files', textsBelow('core/events')],
    ['in the dashboard', textsBelow('dashboard/src')],
    ['on the pages', pages],
  ])('%s', (_where, texts: Text[]) => {
    expect(texts.length).toBeGreaterThan(200);
    expect(wrongIn(texts, isClear)).toEqual([]);
  });
});

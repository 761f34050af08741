import { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import { createProgram } from '../../../cli/program';
import { describeSettings } from '../../../process/config';

/** Words and phrases that readers of other languages misread. CONTRIBUTING.md says what to write instead. */
const AVOIDED = [
  ...[
    'anew',
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

const wrongIn = (texts: Text[], isRight: (text: string) => boolean) =>
  texts.filter(({ text }) => !isRight(text)).map(({ place, text }) => `${place}: ${text}`);

describe.each([
  ['the settings', settings],
  ['the help of the command line', help],
])('of %s', (_what, texts: Text[]) => {
  it('each description is a sentence', () => {
    expect(texts.length).toBeGreaterThan(50);
    expect(wrongIn(texts, (text) => SENTENCE.test(text))).toEqual([]);
  });

  it('no text has a word that is easily misread', () => {
    expect(wrongIn(texts, (text) => !AVOIDED_WORD.test(text) && !WHERE_FOR_IF.test(text))).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { parseEventFile } from '../../../rendering/event-files';
import { changedText, text } from '../grammar';
import { fuzzTarget, promise } from '../target';

const EXAMPLES = path.join(__dirname, '../../../examples/events');
const SOURCES = readdirSync(EXAMPLES).map((name) => readFileSync(path.join(EXAMPLES, name), 'utf8'));
const KEYS = SOURCES.flatMap((source) =>
  [...source.matchAll(/^\s*(?:- )?[\w-]+:/gm)].map(([line]) => `\n${line}`),
);

const pieces = fc.oneof(
  fc.constantFrom(...KEYS),
  fc.constantFrom(
    ...[
      '&a ',
      '*a',
      '<<: *a',
      '!!binary ',
      '!!set ',
      '!x ',
      '? ',
      '- ',
      ': ',
      '|\n',
      '>-\n',
      '---\n',
      '...\n',
      '%YAML 1.1\n',
    ],
    ...[
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '#',
      '\t',
      '\n',
      '  ',
      '&a [*a]',
      '&a {b: *a}',
      '0x1F',
      '0o17',
      '.inf',
      '~',
    ],
    ...[
      '{{',
      '}}',
      '{{#each a}}',
      '{{/each}}',
      '{{#if',
      '{{> x}}',
      '{{date now}}',
      '\\u0000',
      'constructor: 1',
      '__proto__: {a: 1}',
    ],
    ...['1h', '90 days', '-5m', '25:00', 'Europe/Stockholm', 'email', 'sms', 'digest:', 'steps:', 'payload:'],
  ),
);

/** An event file is an event or a list of problems with lines of the file. It never throws. */
export const eventFiles = fuzzTarget<string>({
  name: 'event-files',
  arbitrary: fc.oneof(
    changedText(SOURCES, pieces),
    changedText(SOURCES, pieces),
    fc.array(fc.oneof(pieces, text), { maxLength: 30 }).map((parts) => parts.join('')),
    fc.oneof(pieces, text).map((piece) => piece.repeat(2000).slice(0, 30_000)),
  ),
  // It is checked in a thread with a limit (rendering/).
  msPer10kB: 250,
  check(source) {
    const result = parseEventFile('fuzz.yaml', source);
    const lines = source.split(/\r\n|\n|\r/).length;
    const problems = result.ok ? result.warnings : result.problems;
    promise(result.ok || problems.length > 0, 'refused without a problem');
    promise(problems.length <= 51, () => `${problems.length} problems`);
    for (const { line, message } of problems) {
      promise(
        Number.isInteger(line) && line >= 1 && line <= lines + 1,
        () => `line ${line} of ${lines}: ${message}`,
      );
      promise(message.length < 2000 + source.length, () => `a problem of ${message.length} characters`);
    }
    if (result.ok)
      promise(JSON.stringify(result.event).length < 20 * source.length + 20_000, 'the event is huge');
  },
});

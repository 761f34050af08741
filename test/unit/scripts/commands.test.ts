import { readFileSync } from 'node:fs';
import path from 'node:path';
import { scripts } from '../../../package.json';
import { RUN_BY } from '../../support/commands';

const ROOT = path.join(__dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** The names of the commands that a shell script runs. */
const inCi = new Set(
  [...read('.ci/run').matchAll(/^[^#\n]*?\bnpm (?:run (?:--?\S+ )*)?([a-z][\w:-]*)/gm)].map(
    ([, name]) => name,
  ),
);

/** The program of ours that a command runs, without its ending. */
const programOf = (command: string): string | undefined =>
  /(?:tsx|sh) (?:\.\/)?(\S+)\.(?:ts|sh)\b/.exec(command)?.[1];

describe('every command of package.json is run by a check', () => {
  it.each(Object.entries(scripts).filter(([name]) => !inCi.has(name)))('npm run %s', (name, command) => {
    const file = RUN_BY[name];
    if (file === undefined)
      throw new Error(
        `Nothing runs \`npm run ${name}\`. Run a short form of it in .ci/run or test/long/dev/commands.long.ts.`,
      );
    const text = read(file);
    const program = programOf(command);
    const names = [`'${name}'`, `npm run ${name}`, `"${name}"`, ...(program ? [program] : [])];
    expect(names.filter((one) => text.includes(one))).not.toEqual([]);
  });

  it('no entry is for a command that does not exist, or that .ci/run runs', () => {
    expect(Object.keys(RUN_BY).filter((name) => !(name in scripts) || inCi.has(name))).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.join(__dirname, '../../..');
const PAGES = ['docs/getting-started.md', 'docs/guides/sequences.md'];
/** The snippets by the files that the pages say they are. */
const snippets = new Map(
  PAGES.flatMap((page) =>
    [...readFileSync(path.join(ROOT, page), 'utf8').matchAll(/([^\n]*)\n\n```ts\n(.*?)^```$/gms)].map(
      ([, before = '', code = '']): [string, string] => {
        const [, file] = /`([^`]+\.ts)`(?: becomes)?:$/.exec(before) ?? [];
        if (file === undefined) throw new Error(`${page}: no file is named before a snippet: ${before}`);
        return [path.join(ROOT, file), code];
      },
    ),
  ),
);

/** Returns what the compiler says of these files, as if they were in the clone. */
function problemsOf(files: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (file) => files.get(path.normalize(file)) ?? readFile(file);
  host.fileExists = (file) => files.has(path.normalize(file)) || fileExists(file);
  host.getCurrentDirectory = () => ROOT;
  const program = ts.createProgram([...files.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${path.relative(ROOT, file?.fileName ?? '')}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
}

describe('the snippets of the pages about sequences', () => {
  it('are found with their files', () => {
    expect([...snippets.keys()].map((file) => path.relative(ROOT, file))).toEqual([
      'workflows/sequences/invoice-due.ts',
      'core/sequences/names.ts',
      'workflows/sequences/registry.ts',
      'test/sequences/invoice-due.test.ts',
      'workflows/sequences/trial-ending.ts',
      'test/sequences/trial-ending.test.ts',
      'workflows/sequences/invoice-reminder.ts',
    ]);
  });

  it('compile, and would not with a call that is not there', () => {
    const trial = snippets.get(path.join(ROOT, 'workflows/sequences/trial-ending.ts')) ?? '';
    const broken = path.join(ROOT, 'workflows/sequences/broken.ts');
    const files = new Map([...snippets, [broken, trial.replace('await send(', 'await sent(')]]);
    expect(problemsOf(files)).toEqual([
      expect.stringContaining("workflows/sequences/broken.ts: Cannot find name 'sent'."),
    ]);
  }, 240_000);
});

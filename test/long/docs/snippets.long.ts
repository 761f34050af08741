import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.join(__dirname, '../../..');
const PAGES = [
  'docs/getting-started.md',
  'docs/guides/sequences.md',
  'docs/guides/extensions.md',
  'docs/internals/adding-a-provider.md',
  // Its sequence replaces that of getting started.
  'docs/guides/changing-sequences.md',
];
/** The snippets by the files that the pages say they are. */
const snippets = new Map(
  PAGES.flatMap((page) =>
    [...readFileSync(path.join(ROOT, page), 'utf8').matchAll(/([^\n]*)\n\n```ts\n(.*?)^```$/gms)].map(
      ([, before = '', code = '']): [string, string] => {
        const file = /^\/\/ (\S+\.ts)\n/.exec(code)?.[1] ?? /`([^`]+\.ts)`(?: becomes)?:$/.exec(before)?.[1];
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
  const noFiles = { ...ts.sys, readDirectory: () => [] };
  const { options } = ts.parseJsonConfigFileContent(config, noFiles, ROOT);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (file) => files.get(path.normalize(file)) ?? readFile(file);
  host.fileExists = (file) => files.has(path.normalize(file)) || fileExists(file);
  const { directoryExists } = host;
  host.directoryExists = (folder) =>
    [...files.keys()].some((file) => file.startsWith(folder + path.sep)) ||
    (directoryExists?.(folder) ?? true);
  host.getCurrentDirectory = () => ROOT;
  const program = ts.createProgram([...files.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${path.relative(ROOT, file?.fileName ?? '')}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
}

describe('the snippets of the pages about sequences and providers', () => {
  it('are found with their files', () => {
    expect([...snippets.keys()].map((file) => path.relative(ROOT, file))).toEqual([
      'extensions/sequences/invoice-due.ts',
      'extensions/test/invoice-due.test.ts',
      'workflows/sequences/trial-ending.ts',
      'test/sequences/trial-ending.test.ts',
      'extensions/sequences/invoice-reminder.ts',
      'extensions/settings.ts',
      'extensions/providers/acme/region.ts',
      'extensions/providers/acme/errors.ts',
      'extensions/providers/acme/provider.ts',
      'extensions/test/acme-server.ts',
      'extensions/test/acme.test.ts',
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

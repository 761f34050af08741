import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleWorkflowCode, DefaultLogger, Runtime } from '@temporalio/worker';
import { workflowSource } from '../../../worker/bundle';
import { refuseImports } from '../../../worker/workflow-imports';
import { createSequenceTester } from '../../../workflows/testing/sequence';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'workflow-imports-')));
const packages = path.join(folder, 'node_modules');
const workflows = path.join(folder, 'index.ts');

beforeAll(() => {
  mkdirSync(path.join(packages, 'opens-sockets'), { recursive: true });
  symlinkSync(path.join(__dirname, '../../../node_modules/@temporalio'), path.join(packages, '@temporalio'));
  writeFileSync(path.join(packages, 'opens-sockets/index.js'), "require('./inner');");
  writeFileSync(path.join(packages, 'opens-sockets/inner.js'), "exports.net = require('net');");
  writeFileSync(workflows, "export * from './sequence';");
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  // The tester has installed it.
  await Runtime.instance().shutdown();
});

/** Writes a sequence. Returns the beginning of what is said of its line 2. */
function write(line: string): string {
  const file = path.join(folder, 'sequence.ts');
  writeFileSync(
    file,
    `// A sequence that uses 'fs', "node:crypto" and others.\n${line}\nexport const used = x;\n`,
  );
  return `${path.relative('', file)}:2: `;
}
const bundle = () =>
  bundleWorkflowCode({
    workflowsPath: workflows,
    logger: new DefaultLogger('ERROR'),
    webpackConfigHook: refuseImports,
  });

const END = '(docs/guides/sequences.md).';
it.each([
  ["import * as x from 'fs';", `"fs" cannot be imported, because workflow code has no Node modules ${END}`],
  [
    "import { randomUUID as x } from 'node:crypto';",
    `"node:crypto" cannot be imported, because workflow code has no Node modules ${END}`,
  ],
  [
    "import { readFile as x } from 'fs/promises';",
    `"fs/promises" cannot be imported, because workflow code has no Node modules ${END}`,
  ],
  [
    "const x = import('node:fs');",
    `"node:fs" cannot be imported, because workflow code has no Node modules ${END}`,
  ],
  [
    "import x from 'opens-sockets';",
    `"opens-sockets" cannot be imported, because it imports "net", and workflow code has no Node modules ${END}`,
  ],
  [
    "import { Client as x } from '@temporalio/client';",
    `"@temporalio/client" cannot be imported, because workflow code does not reach the service ${END}`,
  ],
])('a sequence with %s is refused in one sentence with file and line', async (line, sentence) => {
  const place = write(line);
  await expect(bundle()).rejects.toMatchObject({ name: 'WorkflowImportError', message: place + sentence });
});

it('the tester refuses it too, before it starts a server', async () => {
  const place = write("import * as x from 'fs';");
  await expect(createSequenceTester({ workflowsPath: workflows })).rejects.toThrow(
    `${place}"fs" cannot be imported`,
  );
});

it('what workflow code may import is bundled, and types of what it may not', async () => {
  write(
    "import { sleep as x } from '@temporalio/workflow'; import type { Stats } from 'fs'; export type S = Stats;",
  );
  expect((await bundle()).code).toContain('sequence.ts');
});

it('a worker that bundles at its start refuses them', () => {
  expect(workflowSource(undefined, { traced: false }).bundlerOptions?.webpackConfigHook).toBe(refuseImports);
});

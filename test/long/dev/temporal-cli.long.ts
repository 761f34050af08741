import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(__dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'temporal-cli-'));
const bin = path.join(folder, 'bin');
const data = path.join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true }));

/** A program of the name that says what it was started with, and ends with 3. */
const PROGRAM = `#!/bin/sh
if [ "$1" = --version ]; then echo 'temporal version 1.5.1'; exit; fi
echo "$TEMPORAL_ADDRESS $TEMPORAL_NAMESPACE: $*"
exit 3
`;

beforeAll(() => {
  for (const one of [bin, data]) mkdirSync(one);
  writeFileSync(path.join(bin, 'temporal'), PROGRAM, { mode: 0o755 });
});

const temporal = (args: string[], env: NodeJS.ProcessEnv) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', path.join(ROOT, 'tools/dev/temporal.ts'), ...args],
    {
      encoding: 'utf8',
      cwd: ROOT,
      env: { HELIOGRAPH_DEV_TEMPORAL: 'path', HELIOGRAPH_DATA_DIR: data, ...env },
    },
  );
  return { status, stdout, stderr };
};

test('npm run temporal says when nothing runs here', () =>
  expect(temporal(['workflow', 'list'], { PATH: bin })).toEqual({
    status: 1,
    stdout: '',
    stderr: `✗ Heliograph does not run here: ${data}/dev.json is missing. Start it with \`npm start\`.\n`,
  }));

describe('npm run temporal, with a service that runs', () => {
  beforeAll(() => {
    const facts = { temporalAddress: '127.0.0.1:7299', temporalNamespace: 'mine', temporalUi: null };
    writeFileSync(path.join(data, 'dev.json'), JSON.stringify(facts));
  });

  test("runs Temporal's command line against its server, and ends as that does", () =>
    expect(temporal(['workflow', 'list', '--query', 'a = "b"'], { PATH: `${bin}:/bin:/usr/bin` })).toEqual({
      status: 3,
      stdout: '127.0.0.1:7299 mine: workflow list --query a = "b"\n',
      stderr: '',
    }));

  test('says that there is only the server, and what to do', () => {
    const { status, stdout, stderr } = temporal(['workflow', 'list'], { PATH: folder });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(
      'The Temporal server at 127.0.0.1:7299 runs, but this machine has no Temporal command line.',
    );
    expect(stderr).toContain('install the Temporal CLI (https://docs.temporal.io/cli)');
  });
});

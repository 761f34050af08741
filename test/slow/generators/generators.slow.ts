import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import createClient from 'openapi-fetch';
import type { paths } from '../../../client/src/openapi';
import { newAddress, untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

const run = promisify(execFile);
const DOCUMENT = path.join(__dirname, '../../../docs/openapi.json');
const LIMIT_MS = 900_000;

interface Generator {
  /** As docs/reference/openapi.md names it. */
  version: string;
  /** Programs without which its test is skipped. */
  needs: readonly string[];
  program: string;
  /** Where the program belongs in the folder. */
  main: string;
  /** Commands that generate and compile, in a folder with the program. */
  makes: (version: string) => string[];
  sends: string;
}

const JAR = 'openapi-generator-cli';
const GO = { needs: ['go'], main: 'main.go', sends: './sends' };

const GENERATORS: Record<string, Generator> = {
  'oapi-codegen': {
    ...{ ...GO, version: 'v2.8.2', program: 'oapi_codegen.go' },
    makes: (version) => [
      'go mod init heliograph.test',
      `go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${version} -generate types,client,skip-prune -package main -o client.go "$DOCUMENT"`,
      'go mod tidy',
      'go build -o sends .',
    ],
  },
  ogen: {
    ...{ ...GO, version: 'v1.24.0', program: 'ogen.go' },
    makes: (version) => [
      'go mod init heliograph.test',
      `go run github.com/ogen-go/ogen/cmd/ogen@${version} --config "$PROGRAMS/ogen.yml" --target api --package api "$DOCUMENT"`,
      'go mod tidy',
      'go build -o sends .',
    ],
  },
  'openapi-python-client': {
    ...{ version: '0.29.1', needs: ['python3'], program: 'send.py', main: 'send.py' },
    makes: (version) => [
      'python3 -m venv venv',
      `venv/bin/pip install --quiet openapi-python-client==${version}`,
      'PATH="$PWD/venv/bin:$PATH" openapi-python-client generate --path "$DOCUMENT" --output-path generated --meta none',
      'venv/bin/python -m compileall -q generated',
    ],
    sends: 'venv/bin/python send.py',
  },
  'openapi-generator': {
    ...{ version: '7.25.0', needs: ['javac', 'mvn'], program: 'Send.java', main: 'src/main/java/Send.java' },
    makes: (version) => [
      `mvn -q -B dependency:copy -Dartifact=org.openapitools:${JAR}:${version} -DoutputDirectory=.`,
      `java -jar ${JAR}-${version}.jar generate -g java -i "$DOCUMENT" -o . --additional-properties=invokerPackage=test.heliograph,apiPackage=test.heliograph.api,modelPackage=test.heliograph.model`,
      'mvn -q -B -Dmaven.test.skip=true -Dmaven.javadoc.skip=true package dependency:copy-dependencies',
    ],
    sends: 'java -cp "target/classes:target/dependency/*" Send',
  },
};

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const isThere = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;

/** Generates and compiles a client in an empty folder. Returns what its program prints. */
async function printedBy({ version, program, main, makes, sends }: Generator, args: string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'heliograph-generator-'));
  const PROGRAMS = path.join(__dirname, 'programs');
  const env = { ...process.env, DOCUMENT, PROGRAMS, GOFLAGS: '-mod=mod' };
  try {
    await mkdir(path.dirname(path.join(folder, main)), { recursive: true });
    await copyFile(path.join(PROGRAMS, program), path.join(folder, main));
    const options = { cwd: folder, env, maxBuffer: 1e8 };
    for (const command of makes(version)) await run('sh', ['-c', command], options).catch(failed(command));
    const { stdout } = await run('sh', ['-c', `${sends} "$@"`, 'sh', ...args], options);
    return stdout.trim();
  } finally {
    await rm(folder, { recursive: true });
  }
}

function failed(command: string) {
  return (error: unknown): never => {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} failed:\n${stdout.slice(-4000)}\n${stderr.slice(-4000)}`, { cause: error });
  };
}

describe.each(Object.entries(GENERATORS))('%s', (_, generator) => {
  const missing = generator.needs.filter((program) => !isThere(program));
  const skipped = missing.length > 0 ? ` (skipped: install ${missing.join(' and ')})` : '';
  (skipped ? test.skip : test)(
    `makes a client of docs/openapi.json that compiles and sends${skipped}`,
    async () => {
      const { baseUrl, key = '' } = stack.production;
      const id = await printedBy(generator, [baseUrl, key, newAddress()]);
      expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
    },
    LIMIT_MS,
  );
});

// The type check compiles what openapi-typescript makes, which `npm run api-types` calls.
test('openapi-typescript makes types with which openapi-fetch sends', async () => {
  const { baseUrl, key = '' } = stack.production;
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
  const { data, error } = await client.POST('/v1/send/{event}', {
    params: { path: { event: 'welcome' } },
    body: { to: { email: newAddress(), name: 'Ada' } },
  });
  if (data?.status !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(error ?? data)}`);
  expect(await untilEnded(stack.production, data.id)).toMatchObject({ status: 'completed' });
});

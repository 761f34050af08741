import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type ApiServer, startApiServer } from '../support/providers/api-server';
import { buildToyChannel, CHECK } from '../support/toy-channel';

const run = promisify(execFile);
const ROOT = path.join(__dirname, '../..');
const LIMIT_MS = 600_000;

let folder: string;
let written: string[];
let beep: ApiServer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heliograph-channel-'));
  written = await buildToyChannel(folder);
  beep = await startApiServer(() => ({ status: 202, body: 'beep-1' }));
}, LIMIT_MS);
afterAll(async () => {
  await beep.close();
  await rm(folder, { recursive: true });
});

/** Runs a program of the packages in the copy. Throws with its output if it fails. */
async function runs(program: string, ...args: string[]): Promise<string> {
  const bin = path.join(ROOT, 'node_modules', program);
  try {
    return (await run(process.execPath, [bin, ...args], { cwd: folder, maxBuffer: 1e8 })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

const loaded = ['--import', 'tsx'];

it(
  'a channel in one folder and five lines is formatted and compiles, with the documents and the dashboard that derive from it',
  async () => {
    await runs('prettier/bin/prettier.cjs', '--check', ...written);
    for (const script of ['openapi', 'event-schema'])
      await run(process.execPath, [...loaded, `scripts/${script}.ts`], { cwd: folder });
    const document = 'docs/admin-openapi.json';
    await runs('openapi-typescript/bin/cli.js', document, '--output', 'client/src/admin-openapi.ts');
    await Promise.all(
      ['tsconfig.build.json', 'dashboard'].map((part) => runs('typescript/bin/tsc', '-p', part, '--noEmit')),
    );
  },
  LIMIT_MS,
);

it(
  'is in the documents that derive from it',
  async () => {
    const read = (name: string): Promise<string> => readFile(path.join(folder, 'docs', name), 'utf8');
    const openApi = JSON.parse(await read('openapi.json')) as {
      components: { schemas: Record<string, { enum?: string[]; properties?: Record<string, unknown> }> };
    };
    expect(openApi.components.schemas.Channel?.enum).toContain('pager');
    expect(openApi.components.schemas.ContactRequest?.properties).toHaveProperty('pager');
    expect(await read('event.schema.json')).toContain('Pager messages, by language.');
  },
  LIMIT_MS,
);

it(
  'takes a recipient, routes, renders with its escaping, and sends',
  async () => {
    const { stdout } = await run(process.execPath, [...loaded, CHECK, beep.url], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({
      to: { pager: '4711' },
      routed: { ok: true, channel: 'pager', address: '4711' },
      refused: expect.objectContaining({
        code: 'IDENTIFIER_MISSING',
        message: expect.stringContaining('a pager number'),
      }),
      text: 'Ada: 1+2',
      rich: '{"tone":"fire"}',
      sent: { outcome: 'sent', providerMessageId: 'beep-1', response: 'HTTP 202' },
    });
    expect(beep.requests[0]?.json).toEqual({ to: '4711', text: 'Ada: 1+2', tone: 'fire' });
  },
  LIMIT_MS,
);

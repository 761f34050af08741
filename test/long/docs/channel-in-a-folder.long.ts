import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { niced, NICED_WITHIN_MS } from '../../support/niced';
import { type ApiServer, startApiServer } from '../../support/providers/api-server';
import { buildToyChannel, CHECK } from '../../support/toy-channel';

const run = promisify(execFile);

let folder: string;
let beep: ApiServer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heliograph-channel-'));
  await buildToyChannel(folder);
  beep = await startApiServer(() => ({ status: 202, body: 'beep-1' }));
}, NICED_WITHIN_MS);
afterAll(async () => {
  await beep.close();
  await rm(folder, { recursive: true });
});

const loaded = ['--import', 'tsx'];

it(
  'a channel in one folder and five lines is in the documents that derive from it',
  async () => {
    for (const script of ['openapi', 'event-schema'])
      await run(...niced(process.execPath, [...loaded, `tools/scripts/${script}.ts`]), { cwd: folder });
    const read = (name: string): Promise<string> => readFile(path.join(folder, 'docs', name), 'utf8');
    const openApi = JSON.parse(await read('openapi.json')) as {
      components: { schemas: Record<string, { enum?: string[]; properties?: Record<string, unknown> }> };
    };
    expect(openApi.components.schemas.Channel?.enum).toContain('pager');
    expect(openApi.components.schemas.ContactRequest?.properties).toHaveProperty('pager');
    expect(await read('event.schema.json')).toContain('Pager messages, by language.');
  },
  NICED_WITHIN_MS,
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
  NICED_WITHIN_MS,
);

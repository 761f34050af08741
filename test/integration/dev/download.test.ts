import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { downloadProgram } from '../../../tools/dev/servers/download';
import { run } from '../../../tools/dev/servers/run';

describe('downloadProgram', () => {
  let directory: string;
  let server: http.Server;
  let base: string;
  const files = new Map<string, Buffer | string>();

  beforeEach(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'heliograph-download-'));
    server = http.createServer((request, response) => {
      const file = files.get(request.url ?? '');
      response.writeHead(file === undefined ? 404 : 200).end(file);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await mkdir(path.join(directory, 'packed', 'bin'), { recursive: true });
    await mkdir(path.join(directory, 'target'));
    await writeFile(path.join(directory, 'packed', 'bin', 'tool'), 'the tool');
    await writeFile(path.join(directory, 'packed', 'README'), 'not wanted');
    await run('tar', ['-czf', 'tool.tgz', 'packed'], { cwd: directory });
    files.set('/tool.tgz', await readFile(path.join(directory, 'tool.tgz')));
  });

  afterEach(async () => {
    await new Promise((resolve) => server.close(resolve));
    await rm(directory, { recursive: true, force: true });
    files.clear();
  });

  const download = (): Promise<void> =>
    downloadProgram(
      { label: 'Tool', url: `${base}/tool.tgz`, checksumUrl: `${base}/sums`, program: 'tool' },
      path.join(directory, 'target'),
      () => undefined,
    );

  it('leaves the program alone in the folder', async () => {
    const sum = createHash('sha256').update(files.get('/tool.tgz')!).digest('hex');
    files.set('/sums', `${'0'.repeat(64)}  other.tgz\n${sum}  tool.tgz\n`);
    await download();
    expect(await readdir(path.join(directory, 'target'))).toEqual(['tool']);
    expect(await readFile(path.join(directory, 'target', 'tool'), 'utf8')).toBe('the tool');
  });

  it('refuses an archive whose sum is another one', async () => {
    files.set('/sums', `${'0'.repeat(64)}  tool.tgz\n`);
    await expect(download()).rejects.toThrow(/wrong checksum/);
  });

  it('refuses an archive without a published sum', async () => {
    files.set('/sums', 'nothing\n');
    await expect(download()).rejects.toThrow(/no checksum is published/);
  });

  it('says which address answered with an error', async () => {
    files.clear();
    await expect(download()).rejects.toThrow(/tool\.tgz answered 404/);
  });

  it('remembers a host that cannot be reached', async () => {
    await new Promise((resolve) => server.close(resolve));
    await expect(download()).rejects.toThrow(/cannot be reached/);
    await expect(download()).rejects.toThrow(/was not reachable a moment ago/);
  });
});

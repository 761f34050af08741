import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DataFolder } from '../../../tools/dev/data-folder';

describe('DataFolder', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'heliograph-data-'));
  });
  const started: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });

  /** A process that lives, and whose command line holds `mark`. */
  const sleeper = async (mark: string) => {
    const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)', mark]);
    started.push(child);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    return child;
  };

  it('is refused to a second supervisor while the first one lives', async () => {
    const first = await sleeper(path.join('dev', 'start.ts'));
    await writeFile(path.join(directory, 'supervisor.pid'), String(first.pid));
    await expect(new DataFolder(directory).claim()).rejects.toThrow(`process ${first.pid}`);
    first.kill('SIGKILL');
    await new Promise((resolve) => first.once('exit', resolve));
    await new DataFolder(directory).claim();
  });

  it('is not blocked by a stranger who has the process id of a dead supervisor', async () => {
    const stranger = await sleeper('somebody else');
    await writeFile(path.join(directory, 'supervisor.pid'), String(stranger.pid));
    await new DataFolder(directory).claim();
  });

  it('ends what a dead supervisor left running, and no stranger', async () => {
    const left = await sleeper('/data/temporal.db');
    const stranger = await sleeper('somebody else');
    const ended = new Promise((resolve) => left.once('exit', resolve));
    const before = new DataFolder(directory);
    before.remember('temporal', left.pid!, '/data/temporal.db');
    before.remember('mongo', stranger.pid!, '/data/mongod');
    expect(await new DataFolder(directory).endLeftovers()).toEqual(['temporal']);
    await ended;
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  });

  it('keeps keys from other users, and clears only what is its own', async () => {
    const folder = new DataFolder(directory);
    folder.writeJson('credentials.json', { adminKey: 'x' });
    await writeFile(path.join(directory, 'notes.txt'), 'mine');
    expect((await stat(folder.file('credentials.json'))).mode & 0o077).toBe(0);
    expect(await folder.readJson('credentials.json')).toEqual({ adminKey: 'x' });
    await folder.clear();
    expect(await readdir(directory)).toEqual(['notes.txt']);
  });
});

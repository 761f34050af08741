import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeOnce } from '../../../tools/dev/servers/cache';
import { runAlone } from '../../../tools/scripts/compose/alone';

describe('makeOnce', () => {
  let parent: string;
  const silent = (): void => undefined;

  beforeEach(async () => {
    parent = await mkdtemp(path.join(os.tmpdir(), 'heliograph-cache-'));
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('makes a folder once for all who ask at the same time', async () => {
    let made = 0;
    const make = (): Promise<void> =>
      makeOnce(path.join(parent, 'thing'), silent, async (temporary) => {
        made++;
        await sleep(50);
        await writeFile(path.join(temporary, 'content'), 'whole');
      });
    await Promise.all([make(), make(), make()]);
    expect(made).toBe(1);
    expect(await readFile(path.join(parent, 'thing', 'content'), 'utf8')).toBe('whole');
    expect(await readdir(parent)).toEqual(['thing']);
  });

  it('leaves nothing behind when making it fails, and can be asked again', async () => {
    const directory = path.join(parent, 'thing');
    const fail = (): Promise<void> => Promise.reject(new Error('no luck'));
    await expect(makeOnce(directory, silent, fail)).rejects.toThrow('no luck');
    expect(await readdir(parent)).toEqual([]);
    await makeOnce(directory, silent, () => Promise.resolve());
    expect(await readdir(parent)).toEqual(['thing']);
  });

  it('takes over the lock of a process that is gone, and removes its leftovers', async () => {
    await writeFile(path.join(parent, 'thing.lock'), '999999999');
    await writeFile(path.join(parent, 'thing.tmp-999999999'), '');
    await makeOnce(path.join(parent, 'thing'), silent, () => Promise.resolve());
    expect(await readdir(parent)).toEqual(['thing']);
  });
});

describe('runAlone', () => {
  it('refuses a second run, and not one after a run that has ended or was killed', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'heliograph-alone-'));
    try {
      const end = await runAlone(folder);
      await expect(runAlone(folder)).rejects.toThrow(
        `Another compose:check runs on this machine, process ${process.pid}. Wait until it has ended`,
      );
      await end();
      await writeFile(path.join(folder, 'compose-check.lock'), '999999999');
      await (
        await runAlone(folder)
      )();
      expect(await readdir(folder)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { makeOnce } from '../../../../tools/dev/servers/cache';
import { run } from '../../../../tools/dev/servers/run';
import { serverSources } from '../../../../tools/dev/settings';

const ROOT = path.join(__dirname, '../../../..');

/**
 * Returns the folder with the sources and packages of an earlier commit. It is in the cache of `npm start`: the first time
 * takes a minute or two, and a network.
 */
export async function sourcesOf(commit: string): Promise<string> {
  const folder = path.join(
    serverSources().cacheDirectory,
    `sources-${commit}-node-${process.versions.modules}`,
  );
  await makeOnce(
    folder,
    () => undefined,
    async (temporary) => {
      const archive = `${temporary}/sources.tar`;
      await run('git', ['archive', '--output', archive, commit], { cwd: ROOT }).catch((error: unknown) => {
        throw new Error(`This clone has no commit ${commit}. If it is shallow: git fetch --unshallow`, {
          cause: error,
        });
      });
      await run('tar', ['-xf', archive, '-C', temporary]);
      await rm(archive);
      await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: temporary });
    },
  );
  return folder;
}

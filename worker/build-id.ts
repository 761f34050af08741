import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_FOLDER, VERSION } from '../process/version';

/**
 * Returns the default of WORKER_BUILD_ID: the version of the package, and the commit if its folder is a clone, such as
 * `0.1.0-5f3ff36`. With uncommitted changes it is `0.1.0-5f3ff36-dirty`.
 */
export function ownBuildId(): string {
  const commit = commitOf(PACKAGE_FOLDER);
  return commit === undefined ? VERSION : `${VERSION}-${commit}`;
}

function commitOf(root: string): string | undefined {
  // Without a `.git` of its own, the folder may be inside another project's clone.
  if (!existsSync(join(root, '.git'))) return undefined;
  const describe = ['describe', '--always', '--dirty', '--abbrev=7', '--exclude=*'];
  try {
    return execFileSync('git', ['-C', root, ...describe], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined; // git is not installed
  }
}

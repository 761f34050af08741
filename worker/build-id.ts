import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOfExtensions } from '../process/extensions/files';
import { PACKAGE_FOLDER, VERSION } from '../process/version';
import { UNMARKED_BUILD } from '../workflows/contract';
import type { WorkflowSource } from './bundle';

/**
 * Returns the default of WORKER_BUILD_ID: the version of the package, and the commit if its folder is a clone, such as
 * `0.1.0-5f3ff36`. With uncommitted changes it is `0.1.0-5f3ff36-dirty`. Extensions add a part of their own, such as
 * `0.1.0-5f3ff36-x9e107d9`, because their sequences are a part of the workflows.
 * @param extensions their folder, null if there are none
 */
export function ownBuildId(extensions: string | null = null): string {
  const commit = commitOf(PACKAGE_FOLDER);
  const own = extensions === null ? undefined : `x${hashOfExtensions(extensions).slice(0, 7)}`;
  return [VERSION, commit, own].filter((part) => part !== undefined).join('-');
}

/**
 * Returns the build id of unversioned workers, which their histories have. Workflows read what it begins with
 * (workflows/engine/in-task.ts). It is empty for a bundle of an earlier release, which gets the default of the SDK.
 */
export function unversionedBuild({ workflowBundle }: WorkflowSource): { buildId?: string } {
  // Without a bundle it is made of our sources.
  if (workflowBundle === undefined) return { buildId: `${UNMARKED_BUILD}-${VERSION}` };
  const code = 'code' in workflowBundle ? workflowBundle.code : readFileSync(workflowBundle.codePath, 'utf8');
  if (!code.includes(UNMARKED_BUILD)) return {};
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 12);
  return { buildId: `${UNMARKED_BUILD}-${VERSION}-${hash}` };
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

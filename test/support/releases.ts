import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const RELEASES = join(__dirname, '../releases');
/** A worker asks for one; the bundles are kept without theirs, which is two thirds of them. */
const NO_SOURCE_MAP = Buffer.from('{"version":3,"sources":[],"names":[],"mappings":""}').toString('base64');

/** The workflow bundle of an earlier release (tools/dev/keep-bundle.ts); gives the file for WORKFLOW_BUNDLE. */
export async function releasedBundle(release: string): Promise<string> {
  const code = gunzipSync(await readFile(join(RELEASES, `${release}.js.gz`))).toString();
  const file = join(await mkdtemp(join(tmpdir(), 'heliograph-release-')), 'workflow-bundle.js');
  await writeFile(file, `${code}\n//# sourceMappingURL=data:application/json;base64,${NO_SOURCE_MAP}\n`);
  return file;
}

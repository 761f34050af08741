import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { ownBuildId } from '../../worker/build-id';

const ROOT = path.join(__dirname, '../..');

/** Stores the workflow bundle of these sources. The tests of upgrades start runs on it. */
async function main(): Promise<void> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: path.join(ROOT, 'workflows/index.ts'),
    logger: new DefaultLogger('WARN'),
  });
  const file = path.join(ROOT, 'test/releases', `${ownBuildId()}.js.gz`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(
    file,
    gzipSync(code.slice(0, code.lastIndexOf('//# sourceMappingURL=data:')), { level: 9 }),
  );
  console.log(`wrote ${file}`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

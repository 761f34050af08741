import path from 'node:path';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS } from '../../../worker/bundle-options';

const ROOT = path.join(__dirname, '../../..');

test('no sequence is loaded once for all runs, nor what decides which one runs', async () => {
  const own = BUNDLE_OPTIONS.preloadModules.filter((name) => path.isAbsolute(name));
  const { metafile } = await build({
    ...{ entryPoints: own, absWorkingDir: ROOT, outdir: 'none', write: false, metafile: true },
    ...{ bundle: true, packages: 'external', platform: 'node', logLevel: 'error' },
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs).toContain('workflows/engine/delivery.ts');
  expect(inputs.filter((name) => /workflows\/(sequences|engine\/run|notification|index)/.test(name))).toEqual(
    [],
  );
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadConfig } from '../../../process/config';
import { ownBuildId, unversionedBuild } from '../../../worker/build-id';
import { versionOf } from '../../../worker/deployment';
import { UNMARKED_BUILD } from '../../../workflows/contract';

const { version } = JSON.parse(readFileSync(path.join(__dirname, '../../../package.json'), 'utf8')) as {
  version: string;
};
const load = (env: Record<string, string>) => versionOf(loadConfig(env));

test('workers are unversioned where no deployment is named, whatever build id an image brings', () => {
  expect(load({})).toBeUndefined();
  expect(load({ WORKER_BUILD_ID: '0.1.0-5f3ff36', WORKER_DEPLOYMENT: '' })).toBeUndefined();
});

test('a build id is the given one, else that of the package and its commit, which the setting would take too', () => {
  const given = { WORKER_DEPLOYMENT: 'heliograph', WORKER_BUILD_ID: '7' };
  expect(load(given)).toEqual({ deploymentName: 'heliograph', buildId: '7' });
  const own = load({ WORKER_DEPLOYMENT: 'heliograph' });
  expect(own).toEqual({ deploymentName: 'heliograph', buildId: ownBuildId() });
  expect(own?.buildId).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')}(-[0-9a-f]{7,}(-dirty)?)?$`));
  expect(load({ WORKER_DEPLOYMENT: 'heliograph', WORKER_BUILD_ID: ownBuildId() })).toEqual(own);
});

test('the build id of unversioned workers says what their bundle knows, and nothing of that of an earlier release', () => {
  const of = (code: string) => unversionedBuild({ workflowBundle: { code } }).buildId;
  expect(of('the bundle of 0.2.0')).toBeUndefined();
  expect(of(`now ${UNMARKED_BUILD}`)).toMatch(new RegExp(`^${UNMARKED_BUILD}-${version}-[0-9a-f]{12}$`));
  expect(of(`now ${UNMARKED_BUILD}`)).not.toBe(of(`later ${UNMARKED_BUILD}`));
  expect(unversionedBuild({ workflowsPath: 'workflows/index.ts' }).buildId).toContain(UNMARKED_BUILD);
});

test.each([
  ['WORKER_DEPLOYMENT', 'helio.graph', /WORKER_DEPLOYMENT: must be 1 to 100 letters/],
  ['WORKER_DEPLOYMENT', '__temporal', /WORKER_DEPLOYMENT: must be 1 to 100 letters/],
  ['WORKER_BUILD_ID', 'heliograph:7', /WORKER_BUILD_ID: must be 1 to 100 letters/],
])('%s=%s, which Temporal would refuse, is refused at the start with words', (name, value, words) => {
  expect(() => loadConfig({ [name]: value })).toThrow(words);
});

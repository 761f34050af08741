import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { strykerPlugins as jestPlugins } from '@stryker-mutator/jest-runner';
import { COVERED_BEFORE_ALL } from './covered-before-all.ts';

const jest = jestPlugins.find(({ name }) => name === 'jest');
/** In the copy that Stryker works on. Runners come and go, so it is a file. */
const KNOWN = '.test-files.json';

/** What the `beforeAll` of a file reaches, each of its tests reaches. */
function shareHooks(perTest, filesOf) {
  for (const [id, files] of Object.entries(filesOf))
    for (const file of files) perTest[id] = { ...perTest[COVERED_BEFORE_ALL + file], ...perTest[id] };
  for (const id of Object.keys(perTest)) if (id.startsWith(COVERED_BEFORE_ALL)) delete perTest[id];
}

/**
 * Stryker's Jest runner names the tests that cover a mutant, but has Jest load every file that imports the mutated one.
 * This one only has those files loaded that the tests are in.
 */
function byFile(injector) {
  const runner = jest.factory(injector);
  const { dryRun, mutantRun, run } = runner;
  let files;

  runner.dryRun = async (options) => {
    const result = await dryRun.call(runner, options);
    const filesOf = {};
    for (const { id, fileName } of result.tests ?? [])
      filesOf[id] = [...new Set([...(filesOf[id] ?? []), fileName])];
    writeFileSync(KNOWN, JSON.stringify(filesOf));
    if (result.mutantCoverage) shareHooks(result.mutantCoverage.perTest, filesOf);
    return result;
  };
  runner.mutantRun = (options) => {
    const filesOf = existsSync(KNOWN) ? JSON.parse(readFileSync(KNOWN, 'utf8')) : {};
    files = options.testFilter && [...new Set(options.testFilter.flatMap((id) => filesOf[id] ?? []))];
    return mutantRun.call(runner, options);
  };
  runner.run = (settings) => run.call(runner, files?.length ? { ...settings, testFiles: files } : settings);
  return runner;
}
byFile.inject = jest.factory.inject;

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'jest-by-file', byFile)];

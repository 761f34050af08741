import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { locateMongo } from '../../tools/dev/servers/mongo';
import { startMongo } from '../../tools/dev/servers/start';
import { type MutationGroup, groupsFor } from './groups';
import { lineOf, percentOf, scoresOf } from './scores';

/** What each folder has to reach, percent. */
const ENOUGH = 85;
/** Ignored by git: reports, what is known from the last run, and the copies that Stryker works on. */
const OUTPUT = '.mutation';

/**
 * Milliseconds that a change may take beyond the tests' own time. Endless loops are found by counting and waits end by
 * Jest's limit, so it is far more than a busy machine adds.
 */
const PATIENCE = 300_000;

const concurrency = Number(process.env.MUTATION_CONCURRENCY ?? Math.max(1, availableParallelism() - 1));

async function run({ name, mutate, tests, needsMongo }: MutationGroup): Promise<void> {
  const { Stryker } = await import('@stryker-mutator/core');
  await new Stryker({
    testRunner: 'jest-by-file',
    plugins: [
      '@stryker-mutator/jest-runner',
      './test/mutation/runner-by-file.mjs',
      './test/mutation/ignore-declarations.mjs',
    ],
    mutate,
    ignorers: ['declarations'],
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    // The tests read TypeScript as text, and SWC does not check types.
    disableTypeChecks: false,
    jest: {
      // Jest looks for them in the folders of the changed files only. The first run tells who reaches what.
      enableFindRelatedTests: false,
      configFile: 'test/mutation/jest.config.js',
      config: {
        testMatch: tests.map((pattern) => `<rootDir>/${pattern}`),
        // What one change leaves in MongoDB's driver is not for the next: it is loaded anew for each. Jest cannot load p-map itself.
        ...(needsMongo && { moduleNameMapper: { '^p-map$': '<rootDir>/test/support/shared/p-map.js' } }),
      },
    },
    concurrency,
    timeoutMS: PATIENCE,
    dryRunTimeoutMinutes: 60,
    testRunnerNodeArgs: ['--import', 'tsx'],
    incremental: true,
    incrementalFile: `${OUTPUT}/${name}.incremental.json`,
    reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
    clearTextReporter: { logTests: false, reportTests: false },
    htmlReporter: { fileName: `${OUTPUT}/${name}.html` },
    jsonReporter: { fileName: `${OUTPUT}/${name}.json` },
    tempDirName: `${OUTPUT}/copies`,
    ignorePatterns: ['.data', 'dist', 'coverage', OUTPUT],
    allowConsoleColors: false,
  }).runMutationTest();
}

/** One server for all mutants: none of them starts one. */
async function withMongo<T>(work: () => Promise<T>): Promise<T> {
  if (process.env.HELIOGRAPH_TEST_MONGODB_URI) return work();
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'heliograph-mutation-'));
  const program = await locateMongo((line) => void process.stderr.write(`${line}\n`));
  const mongo = await startMongo(program, { dataDirectory });
  process.env.HELIOGRAPH_TEST_MONGODB_URI = mongo.uri;
  try {
    return await work();
  } finally {
    await mongo.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const groups = groupsFor(process.argv.slice(2));
  for (const group of groups) {
    if (group.needsMongo) await withMongo(() => run(group));
    else await run(group);
  }
  const scores = groups.flatMap(({ name }) => scoresOf(`${OUTPUT}/${name}.incremental.json`));
  console.log(`\n${scores.map(lineOf).join('\n')}`);
  if (scores.some((score) => percentOf(score) < ENOUGH)) process.exitCode = 1;
}

void main();

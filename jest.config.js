const { existsSync, readFileSync, readdirSync } = require('node:fs');
const path = require('node:path');

const common = {
  rootDir: __dirname,
  transform: {
    // Tables of the dashboard that also hold its components.
    '^.+\\.tsx$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2023',
        },
        module: { type: 'commonjs' },
      },
    ],
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'commonjs' } },
    ],
  },
  testEnvironment: '<rootDir>/test/support/shared/environment.ts',
  moduleNameMapper: {
    // As tsconfig.json has it.
    '^heliograph/(providers|sequences|settings)$': '<rootDir>/process/extensions/api/$1.ts',
    '^heliograph/testing$': '<rootDir>/workflows/testing/sequence.ts',
    '^heliograph/testing/providers$': '<rootDir>/test/support/providers/extension-kit.ts',
    '^(ajv|ajv-formats|commander|express|fast-check|handlebars|html-to-text|libphonenumber-js/core|libphonenumber-js/max|mongoose|p-limit|p-map|temporal-polyfill|undici|yaml|zod|zod-openapi)$':
      '<rootDir>/test/support/shared/$1.js',
    '^mongodb/lib/cmap/connection$': '<rootDir>/test/support/shared/mongodb-connection.js',
    '^libphonenumber-js/max/metadata$': '<rootDir>/test/support/shared/libphonenumber-js/metadata.js',
    '^nodemailer/lib/addressparser$': '<rootDir>/test/support/shared/addressparser.js',
    '^ajv/dist/2020$': '<rootDir>/test/support/shared/ajv-2020.js',
    '^@redocly/openapi-core$': '<rootDir>/test/support/shared/redocly.js',
  },
};

/** Folders of what the unit tests test. `--watch` notices changes in `roots` only. */
const TESTED = [
  ...['activities', 'api', 'channels', 'cli', 'client/src', 'core', 'net', 'process', 'rendering'],
  ...['store', 'temporal', 'tools', 'worker', 'workflows'],
];

/** Pure code: no server is started. */
const unit = {
  ...common,
  displayName: 'unit',
  roots: [...TESTED, 'test'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
};

/** What uses Temporal, MongoDB or the service's own processes; they are started when a file of these is run. */
const service = {
  ...common,
  displayName: 'service',
  testEnvironment: '<rootDir>/test/support/outside/environment.ts',
  roots: ['<rootDir>/test'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/unit/', '<rootDir>/test/sequences/'],
  testMatch: ['**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

/** What needs real minutes, and the thoroughness that not every commit needs. */
const long = {
  ...service,
  testPathIgnorePatterns: [...service.testPathIgnorePatterns, '<rootDir>/test/dashboard/'],
  testMatch: ['**/*.long.ts'],
};

/** The dashboard in a real browser. */
const dashboard = {
  ...service,
  displayName: 'dashboard',
  roots: ['<rootDir>/test/dashboard'],
  testMatch: ['**/*.long.ts'],
  globalSetup: '<rootDir>/test/support/dashboard/global-setup.ts',
};

/** The tests of pure code that make up their values, tried with five times as many. */
const properties = () => ({
  ...unit,
  displayName: 'properties',
  roots: ['<rootDir>/test/unit', '<rootDir>/test/receipts'],
  setupFilesAfterEnv: ['<rootDir>/test/support/long-properties.ts'],
  testMatch: ['test/unit', 'test/receipts'].flatMap((folder) =>
    readdirSync(path.join(__dirname, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => path.join(__dirname, folder, name))
      .filter((file) =>
        /from '(?:fast-check|.*\/(?:property-runs|reader-kit))'/.test(readFileSync(file, 'utf8')),
      ),
  ),
});

/** Sequences in code: each file starts the server that skips waits, and none of the service's. */
const sequences = { ...common, displayName: 'sequences', roots: ['<rootDir>/test/sequences'] };

/** Tests of extensions: of the example, and the user's own. */
const extensions = {
  ...common,
  displayName: 'extensions',
  roots: ['examples/extensions', 'extensions']
    .filter((folder) => existsSync(path.join(__dirname, folder)))
    .map((folder) => `<rootDir>/${folder}`),
};

/** What `node test/run.js --suite SUITE` runs, which sets HELIOGRAPH_TEST_SUITE. */
const SUITES = {
  /** `npm test`: everything but what takes minutes. */
  usual: () => ({ projects: [unit, service, sequences, extensions] }),
  /** `npm run test:long` */
  long: () => ({ projects: [long, dashboard, properties()] }),
  /** `npm run test:slow`, before a release. */
  slow: () => ({
    projects: [{ ...service, testMatch: ['**/*.slow.ts'] }],
    testTimeout: 600_000,
    maxWorkers: 1,
  }),
  /** What needs a replica set of real mongods: `npm run test:real-mongodb` runs it, and other suites on one. */
  'real-mongodb': () => ({
    projects: [{ ...service, testMatch: ['**/*.real.ts'] }],
    testTimeout: 900_000,
    maxWorkers: 1,
  }),
};

const { HELIOGRAPH_TEST_SUITE: suite = 'usual' } = process.env;
if (!(suite in SUITES))
  throw new Error(`HELIOGRAPH_TEST_SUITE must be one of ${Object.keys(SUITES).join(', ')}, and is ${suite}.`);

module.exports = {
  testSequencer: '<rootDir>/test/support/sequencer.js',
  testTimeout: 120_000,
  maxWorkers: 5,
  // On a busy machine a worker needs over a second to end. Jest would end it after half a second and call that a leak.
  workerGracefulExitTimeout: 30_000,
  ...SUITES[suite](),
};

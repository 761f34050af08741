const common = {
  rootDir: __dirname,
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'commonjs' } },
    ],
  },
  testEnvironment: '<rootDir>/test/support/shared/environment.ts',
  moduleNameMapper: {
    '^(ajv|ajv-formats|commander|express|fast-check|handlebars|html-to-text|libphonenumber-js/core|libphonenumber-js/max|mongoose|p-map|temporal-polyfill|undici|yaml|zod|zod-openapi)$':
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
  ...['activities', 'api', 'bench', 'channels', 'cli', 'client/src', 'core', 'dev', 'net', 'rendering'],
  ...['scripts', 'store', 'temporal', 'worker', 'workflows'],
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

/** Sequences in code: each file starts the server that skips waits, and none of the service's. */
const sequences = { ...common, displayName: 'sequences', roots: ['<rootDir>/test/sequences'] };

/** The suite that `npm test` runs: everything but what takes minutes (jest.long.config.js, jest.slow.config.js). */
module.exports = {
  projects: [unit, service, sequences],
  testSequencer: '<rootDir>/test/support/sequencer.js',
  testTimeout: 120_000,
  maxWorkers: 5,
  // On a busy machine a worker needs over a second to end. Jest would end it after half a second and call that a leak.
  workerGracefulExitTimeout: 30_000,
};

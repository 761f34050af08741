const path = require('node:path');
const [unit] = require('../../jest.config.js').projects;

const ROOT = path.join(__dirname, '../..');

/** What `npm run test:mutation` runs for each mutant: tests that need no service, and start no server. */
module.exports = {
  transform: unit.transform,
  rootDir: ROOT,
  testEnvironment: path.join(__dirname, 'environment.ts'),
  moduleNameMapper: { '^fast-check$': '<rootDir>/test/mutation/fast-check.js', ...unit.moduleNameMapper },
  roots: ['<rootDir>/test'],
  testTimeout: 60_000,
  watchman: false,
};

/** What `npm run test:mutation` runs for each mutant: tests that need no service, and start no server. */
const [unit] = require('./jest.config.js').projects;
module.exports = {
  transform: unit.transform,
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testTimeout: 60_000,
  watchman: false,
};

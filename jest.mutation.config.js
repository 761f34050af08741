/** What `npm run test:mutation` runs for each mutant: tests that need no service, and start no server. */
const { testEnvironment, roots, transform } = require('./jest.config.js');
module.exports = { testEnvironment, roots, transform, testTimeout: 60_000, watchman: false };

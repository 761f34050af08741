/** What takes minutes: `npm run test:slow`, before a release. */
module.exports = {
  ...require('./jest.config.js'),
  testMatch: ['**/*.slow.ts'],
  testTimeout: 600_000,
  maxWorkers: 1,
};

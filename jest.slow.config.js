const base = require('./jest.config.js');

const [, service] = base.projects;

/** What takes minutes: `npm run test:slow`, before a release. */
module.exports = {
  ...base,
  projects: [{ ...service, testMatch: ['**/*.slow.ts'] }],
  testTimeout: 600_000,
  maxWorkers: 1,
};

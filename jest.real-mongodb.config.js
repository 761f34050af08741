const base = require('./jest.config.js');

const [, service] = base.projects;

/** What needs a replica set of real mongods: `npm run test:real-mongodb` runs it, and other tests on one. */
module.exports = {
  ...base,
  projects: [{ ...service, testMatch: ['**/*.real.ts'] }],
  testTimeout: 900_000,
  maxWorkers: 1,
};

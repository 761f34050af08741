const base = require('./jest.config.js');

const [, service] = base.projects;

/** What must take real minutes, and the thoroughness that not every commit needs: `npm run test:all` has it too. */
module.exports = { ...base, projects: [{ ...service, testMatch: ['**/*.long.ts'] }], testTimeout: 120_000 };

const { readFileSync, readdirSync } = require('node:fs');
const path = require('node:path');
const base = require('./jest.config.js');

const [unit, service] = base.projects;

/** The tests of pure code that make up their values, or try a part of them. */
const withProperties = ['test/unit', 'test/receipts'].flatMap((folder) =>
  readdirSync(path.join(__dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.join(__dirname, folder, name))
    .filter((file) =>
      /from '(?:fast-check|.*\/(?:property-runs|reader-kit))'/.test(readFileSync(file, 'utf8')),
    ),
);

/** Properties, tried with five times as many values. */
const properties = {
  ...unit,
  displayName: 'properties',
  roots: ['<rootDir>/test/unit', '<rootDir>/test/receipts'],
  setupFilesAfterEnv: ['<rootDir>/test/support/long-properties.ts'],
  testMatch: withProperties,
};

/** The dashboard in a real browser. */
const dashboard = {
  ...service,
  displayName: 'dashboard',
  roots: ['<rootDir>/test/dashboard'],
  testMatch: ['**/*.long.ts'],
  globalSetup: '<rootDir>/test/support/dashboard/global-setup.ts',
};

/** What must take real minutes, and the thoroughness that not every commit needs: `npm run test:all` has it too. */
module.exports = {
  ...base,
  projects: [
    {
      ...service,
      testPathIgnorePatterns: [...service.testPathIgnorePatterns, '<rootDir>/test/dashboard/'],
      testMatch: ['**/*.long.ts'],
    },
    dashboard,
    properties,
  ],
  testTimeout: 120_000,
  maxWorkers: 5,
};

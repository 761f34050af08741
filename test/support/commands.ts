/**
 * What runs the commands of package.json that `.ci/run` does not: a file that runs the command, or the program behind it. A
 * command that a page names and nothing runs stops working unnoticed.
 */
export const RUN_BY: Record<string, string> = {
  api: 'test/support/outside/build.ts',
  worker: 'test/support/outside/build.ts',
  both: 'test/support/outside/build.ts',
  migrate: 'test/long/maintenance/index-builds.long.ts',
  'worker:current': 'test/support/versions.ts',
  extensions: 'test/long/sequences/extensions.long.ts',
  openapi: 'test/integration/http/openapi-documents.test.ts',
  'api-types': 'test/long/http/client-package.long.ts',
  prepare: 'test/unit/scripts/api-types.test.ts',
  'event-schema': 'test/unit/scripts/event-schema.test.ts',
  start: 'tools/scripts/newcomer.ts',
  temporal: 'test/long/dev/temporal-cli.long.ts',
  replay: 'test/long/sequences/changed.long.ts',
  fuzz: 'test/long/dev/fuzz.long.ts',
  simulate: 'test/long/dev/simulator.long.ts',
  screenshots: 'test/long/dev/commands.long.ts',
  'test:bounces': 'test/long/dev/commands.long.ts',
  // It needs a mongod, which not every machine can have.
  'test:real-mongodb': '.github/workflows/real-mongodb.yml',
  // It takes minutes, and more than half an hour where all images have to be made.
  'compose:check': '.github/workflows/ci.yml',
  // `.ci/run` runs its two halves.
  'test:all': 'package.json',
  // Writes what `format:check` compares.
  format: 'package.json',
};

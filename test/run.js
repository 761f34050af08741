require('../tools/dev/preflight');
const { spawn } = require('node:child_process');
const { constants } = require('node:os');
const { existingFlags } = require('./support/v8-flags');

/**
 * `node test/run.js [--suite SUITE] …`: Jest with a suite of jest.config.js. Its workers inherit these flags of V8. They live
 * for minutes, and each core has several of them. To collect garbage in threads beside them, to grow the heap from its smallest,
 * and to optimize what has not run for long costs more than it brings.
 */
const FLAGS = [
  ...['--single-threaded-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'],
  ...['--initial-old-space-size=1024', '--interrupt-budget=1200000'],
];

const [option, suite] = process.argv.slice(2);
const isNamed = option === '--suite';
const jest = spawn(
  process.execPath,
  [...existingFlags(FLAGS), require.resolve('jest/bin/jest'), ...process.argv.slice(isNamed ? 4 : 2)],
  { stdio: 'inherit', env: { ...process.env, ...(isNamed && { HELIOGRAPH_TEST_SUITE: suite }) } },
);
// The terminal sends Ctrl-C to both, others send a signal to this process only. Jest decides when it has ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => jest.kill(signal));
jest.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));

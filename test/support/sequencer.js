const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Seconds that the longest files take, most of it waiting. In a fresh clone Jest does not know how long a file takes. */
const SECONDS = {
  'integration/histories': 60,
  'integration/away/crash': 58,
  'integration/webhooks/redelivery': 30,
  'integration/sequences/code-sequences': 36,
  'integration/maintenance/retention': 34,
  'integration/sending/failover': 50,
  'integration/other-settings': 48,
  'integration/digests/digest': 32,
  'integration/receipts/receipts': 44,
  'integration/webhooks/events': 42,
  'integration/sending/unknown-outcome': 40,
  'integration/webhooks/delivery': 38,
  'integration/notifications/operators': 36,
  'integration/maintenance/sweep': 34,
  'integration/sending/send-at': 22,

  'long/docs/getting-started': 656,
  'long/upgrades/versions': 278,
  'long/upgrades/upgrade': 149,
  'long/dev/simulator': 142,
  'long/away/fail-over': 129,
  'long/contacts/erasure': 127,
  'long/process/clock-jumps': 125,
  'long/process/clocks': 117,
  'long/sending/queue-gone': 113,
  'long/sending/bulk': 110,
  'long/sending/priorities': 100,
  'long/dev/fuzz': 94,
  'long/webhooks/queue': 88,
  'long/sequences/code-deployments': 85,
  'long/digests/digest': 84,
  'long/sending/pacing': 81,
  'long/notifications/missing': 64,
  'long/webhooks/turns': 63,
  'long/digests/crash': 62,
  'long/sending/takeover': 57,
  'long/sending/quiet-hours': 55,
  'long/sequences/late-time-of-day': 51,

  'dashboard/pages': 256,
  'dashboard/accessibility': 148,
  'dashboard/newer-pages': 117,
  'dashboard/keyboard': 79,
  'dashboard/looks': 71,
  'dashboard/activity': 62,
};
/** Seconds of any other file, by its project. */
const OTHERWISE = { unit: 0.7, properties: 3, dashboard: 30 };

const projectOf = ({ context }) => context.config.displayName?.name;
const isComputing = (test) => projectOf(test) in OTHERWISE;

/** How many of Jest's workers run files that compute while there are any. */
const COMPUTING_LANES = 2;

/** Milliseconds. */
function expected(test) {
  if (test.duration !== undefined) return test.duration;
  const name = path.relative(path.join(__dirname, '..'), test.path).replace(/\.(test|long)\.ts$/, '');
  return 1000 * (SECONDS[name] ?? OTHERWISE[projectOf(test)] ?? (name.startsWith('long/') ? 25 : 8));
}

/**
 * Orders the files so that those that wait run beside those that compute. In Jest's order, the longest first, all workers wait
 * in the beginning and all compute in the end.
 */
module.exports = class WaitingBesideComputing extends Sequencer {
  constructor(options) {
    super(options);
    this.lanes = options.globalConfig.maxWorkers;
  }

  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration === undefined))
      sorted.sort((one, other) => expected(other) - expected(one));
    const computing = sorted.filter(isComputing);
    const waiting = sorted.filter((test) => !isComputing(test));
    const lanes = Array.from({ length: this.lanes }, (_, lane) => ({
      queues: lane < COMPUTING_LANES ? [computing, waiting] : [waiting, computing],
      until: 0,
    }));
    return sorted.map(() => {
      const lane = lanes.reduce((one, other) => (other.until < one.until ? other : one));
      const test = lane.queues.find((queue) => queue.length > 0).shift();
      lane.until += expected(test);
      return test;
    });
  }
};

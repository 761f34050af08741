const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** The files that take longest, most of it waiting: the longest first. In a fresh clone Jest does not know how long a file takes. */
const LONGEST = [
  'integration/histories',
  'integration/away/crash',
  'integration/webhooks/redelivery',
  'integration/sequences/code-sequences',
  'integration/maintenance/retention',
  'integration/sending/failover',
  'integration/other-settings',
  'integration/digests/digest',
  'integration/receipts/receipts',
  'integration/webhooks/events',
  'integration/sending/unknown-outcome',
  'integration/webhooks/delivery',
  'integration/notifications/operators',
  'integration/maintenance/sweep',
  'integration/sending/send-at',
];
const placeOf = ({ path: file }) =>
  LONGEST.indexOf(path.relative(path.join(__dirname, '..'), file).replace(/\.test\.ts$/, ''));
const isUnit = ({ context }) => context.config.displayName?.name === 'unit';

/** How many of Jest's workers run unit tests while there are any. */
const UNIT_LANES = 2;

/** Milliseconds. */
function expected(test) {
  if (test.duration !== undefined) return test.duration;
  if (isUnit(test)) return 700;
  return placeOf(test) === -1 ? 8_000 : 60_000 - placeOf(test) * 2_000;
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
    const units = sorted.filter(isUnit);
    const others = sorted.filter((test) => !isUnit(test));
    if (others.some(({ duration }) => duration === undefined))
      others.sort((one, other) => expected(other) - expected(one));
    const lanes = Array.from({ length: this.lanes }, (_, lane) => ({
      queues: lane < UNIT_LANES ? [units, others] : [others, units],
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

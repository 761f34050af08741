const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Seconds that the longest files take, most of it waiting. In a fresh clone Jest does not know how long a file takes. */
const SECONDS = {
  'integration/histories': 100,
  'integration/away/crash': 70,
  'integration/notifications/operators': 45,
  'integration/schedules/schedules': 45,
  'integration/sequences/code-sequences': 44,
  'integration/receipts/receipts': 44,
  'integration/sending/failover': 44,
  'integration/caps/caps': 42,
  'integration/maintenance/forgotten-quota': 40,
  'integration/away/mongodb-away': 38,
  'integration/pauses/pauses': 37,
  'integration/notifications/jobs': 36,
  'integration/webhooks/delivery': 36,
  'api/tenants/tenants': 32,
  'integration/maintenance/sweep': 31,
  'integration/sending/unknown-outcome': 30,
  'integration/other-settings': 30,
  'integration/receipts/suppressions': 28,
  'integration/digests/digest': 28,
  'integration/webhooks/redelivery': 28,
  'integration/broadcasts/pages': 26,
  'integration/sending/sensitive': 26,
  'integration/sending/not-the-provider': 25,
  'integration/topics/imports': 25,
  'integration/store/lost-answers': 24,
  'integration/away/connections': 24,
  'integration/maintenance/retention': 24,
  'integration/channels/channels': 24,
  'integration/channels/integrations': 23,
  'integration/notifications/explain': 22,
  'integration/webhooks/switch-off': 21,
  'integration/away/worker-away': 21,
  'api/admin/keys': 20,
  'api/sending/quotas-and-limits': 20,
  'integration/sequences/sequences': 20,
  'api/notifications/statuses': 20,
  'integration/webhooks/events': 20,
  'replay/replay': 18,
  'api/admin/audit': 18,
  'integration/http/openapi': 17,
  'api/sending/bulk': 17,
  'integration/sending/cancel': 16,
  'integration/cli/client': 16,
  'integration/net/resolver': 16,

  'long/docs/getting-started': 656,
  'long/upgrades/versions': 278,
  'long/sending/limits-crash': 257,
  'long/clients/clients': 161,
  'long/upgrades/upgrade': 149,
  'long/dev/simulator': 142,
  'long/away/fail-over': 129,
  'long/contacts/erasure': 127,
  'long/process/clock-jumps': 125,
  'long/process/clocks': 117,
  'long/broadcasts/hanging': 140,
  'long/sending/queue-gone': 113,
  'long/sending/bulk': 110,
  'long/broadcasts/broadcast-chaos': 108,
  'long/process/one-process': 104,
  'long/sending/priorities': 100,
  'long/dev/fuzz': 94,
  'long/webhooks/queue': 88,
  'long/sequences/code-deployments': 85,
  'long/digests/digest': 84,
  'long/sending/pacing': 81,
  'long/upgrades/go-back': 75,
  'long/docs/snippets': 71,
  'long/topics/import-outage': 70,
  'long/topics/import': 68,
  'long/notifications/missing': 64,
  'long/webhooks/turns': 63,
  'long/digests/crash': 62,
  'long/http/client-package': 62,
  'long/sending/takeover': 57,
  'long/sending/quiet-hours': 55,
  'long/preferences/killed-and-hung': 53,
  'long/sequences/late-time-of-day': 51,
  'long/rendering/heavy-templates': 47,
  'long/access/operators': 44,
  'long/schedules/killed-runs': 44,
  'long/rendering/renderer': 40,
  'long/sequences/extensions': 39,
  'long/sequences/changed': 39,
  'long/dev/mongo-stand-in': 38,
  'long/away/mongodb-hangs': 37,

  'dashboard/pages': 256,
  'dashboard/accessibility': 180,
  'dashboard/newer-pages': 175,
  'dashboard/keyboard': 110,
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

import { readFileSync } from 'node:fs';
import { execSync } from 'node:child_process';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { attemptSignal } from '../../../process/attempt-signal';

const ROOT = path.join(__dirname, '../../..');
/** Files whose calls are so rare that a timer which stays until its end does no harm. */
const RARE = [
  'activities/webhooks/notify-owner.ts',
  'api/admin/integrations/test-integration.ts',
  'api/http/access/invitations.ts',
  'channels/email/ses/sns/certificates.ts',
  'channels/email/ses/sns/read-sns.ts',
  'channels/push/fcm/google-token.ts',
  'telemetry/sdk-metrics.ts',
];

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('it aborts after its time, and says so', async () => {
  const { signal } = attemptSignal(new AbortController().signal, 20);
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  expect(signal.reason).toEqual(new Error('no outcome within 20 ms'));
});

test('it aborts with the signal that it is given, for the same reason', () => {
  const outer = new AbortController();
  const { signal, release } = attemptSignal(outer.signal, 10_000);
  outer.abort(new Error('lost'));
  const later = attemptSignal(outer.signal, 10_000);
  expect([signal.reason, later.signal.reason]).toEqual([new Error('lost'), new Error('lost')]);
  release();
  later.release();
});

test('a released one has no timer, and keeps nothing of its attempt', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const before = timers();
  const outer = new AbortController();
  const kept = attempted(outer.signal);
  expect(timers()).toBe(before);
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(kept.deref()).toBeUndefined();
});

/** An attempt with a listener that refers to something large. */
function attempted(outer: AbortSignal): WeakRef<object> {
  const large = { bytes: new Uint8Array(1_000_000) };
  const { signal, release } = attemptSignal(outer, 10_000);
  signal.addEventListener('abort', () => large.bytes.fill(1));
  release();
  return new WeakRef(large);
}

test('only what is called rarely has a timer that nothing ends before its time', () => {
  const files = execSync("git ls-files '*.ts'", { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  const lasting = files.filter(
    (file) =>
      !/^(test|tools|dashboard|cli)\//.test(file) &&
      /AbortSignal\.(timeout|any)\(/.test(readFileSync(path.join(ROOT, file), 'utf8')),
  );
  expect(lasting).toEqual(RARE);
});

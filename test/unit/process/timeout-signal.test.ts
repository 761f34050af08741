import { readFileSync } from 'node:fs';
import { execSync } from 'node:child_process';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { timeoutSignal } from '../../../process/timeout-signal';

const ROOT = path.join(__dirname, '../../..');

test('a timeout that only AbortSignal.any knows fires after garbage was collected', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const fired = new Promise<Event>((resolve) =>
    AbortSignal.any([new AbortController().signal, timeoutSignal(300)]).addEventListener('abort', resolve),
  );
  const collecting = setInterval(collect, 20);
  await expect(fired).resolves.toMatchObject({ type: 'abort' });
  clearInterval(collecting);
}, 5_000);

test('no AbortSignal.any of the service has a timeout that may be collected', () => {
  const files = execSync("git ls-files '*.ts'", { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  const wrong = files.filter(
    (file) =>
      !/^(test|tools|dashboard)\//.test(file) &&
      /AbortSignal\.any\([^;]*AbortSignal\.timeout/.test(readFileSync(path.join(ROOT, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

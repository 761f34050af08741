import { maskAddresses } from '../../../../core/shared/mask-addresses';
import { processorMs } from '../../../support/processor-time';

test.each([
  ['550 <ada@example.com>: no such user', '550 <a***@example.com>: no such user'],
  ['to=ada.l+x@mail.example.org, bob@example.com', 'to=a***@mail.example.org, b***@example.com'],
  ['+15005550006 is not reachable', '+15***06 is not reachable'],
  ['Error at node_modules/@temporalio/worker/lib/worker.js:12', null],
  ['E11000 at 2026-03-04T09:00:00+01:00', null],
])('%s', (text, masked) => {
  expect(maskAddresses(text)).toBe(masked ?? text);
});

test('a long text takes no longer than its length', async () => {
  expect(await processorMs(() => maskAddresses('a'.repeat(200_000)))).toBeLessThan(1000);
});

import { sandboxEndingOf } from '../../../../core/sending/sandbox-ending';

const kindsOf = (channel: Parameters<typeof sandboxEndingOf>[0], address: string) =>
  sandboxEndingOf(channel, address)?.reports.map(({ kind, afterMs }) => `${kind} ${afterMs}`);

test.each([
  ['email', 'delivered@sandbox.test', ['delivered 1000']],
  ['email', 'Delayed+any@SANDBOX.test', ['delivered 30000']],
  ['email', 'rejected@sandbox.test', []],
  ['email', 'bounced@sandbox.test', ['hard_bounce 1000']],
  ['email', 'complained@sandbox.test', ['delivered 1000', 'complained 1000']],
  ['email', 'ada@sandbox.test', undefined],
  ['email', 'bounced@example.com', undefined],
  ['email', 'bounced@sandbox.test.example.com', undefined],
  ['sms', '+12025550191', ['delivered 30000']],
  ['whatsapp', '+12025550194', ['failed 1000']],
  ['sms', '+12025550195', undefined],
  ['slack', 'bounced@sandbox.test', undefined],
] as const)('RECEIPT-6: %s to %s', (channel, address, kinds) => {
  expect(kindsOf(channel, address)).toEqual(kinds);
});

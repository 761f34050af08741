import { receiptStateOf } from '../../../../core/receipts/state';
import type { MessageStatus } from '../../../../core/shared/statuses';

const message = (step: string, status: MessageStatus) => ({ step, status });

test.each([
  ['nothing that is known of it', [], 'failed'],
  ['one that was handed over', [message('hello', 'sent')], 'pending'],
  ['one that was delivered', [message('hello', 'delivered')], 'delivered'],
  ['one that failed', [message('hello', 'failed')], 'failed'],
  ['another SEND that was delivered', [message('hello', 'sent'), message('bye', 'delivered')], 'pending'],
  ['a fallback on its way', [message('hello', 'failed'), message('hello>sms', 'sent')], 'pending'],
  [
    'a fallback that was delivered',
    [message('hello', 'failed'), message('hello>sms', 'delivered')],
    'delivered',
  ],
  ['a fallback that failed too', [message('hello', 'failed'), message('hello>sms', 'failed')], 'failed'],
] as const)('a SEND with %s', (_what, messages, expected) => {
  expect(receiptStateOf('hello', messages)).toBe(expected);
});

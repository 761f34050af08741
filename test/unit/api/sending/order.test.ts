import { ApiError } from '../../../../api/http/api-error';
import { type SendOrder, costOf, withoutAccepted } from '../../../../api/sending/order';
import type { Recipient } from '../../../../core/sending/recipient';

const recipient: Recipient = { kind: 'slack_channel', channel: '#news' };
const error = new ApiError('VALIDATION_ERROR', 'to[2]: must not be empty', { field: 'to[2]' });
const order = {
  targets: [0, 1, 3].map((index) => ({ index, id: `id-${index}`, recipient })),
  decided: [{ index: 2, error }],
  costs: [1, 3, 1, 2],
  account: { holder: 'seed', at: new Date(0), paid: 0 },
} as unknown as SendOrder;

describe('an order without the recipients that an earlier process has accepted', () => {
  const accepted = [
    { index: 0, id: 'id-0' },
    { index: 1, id: 'id-1' },
  ];
  const left = withoutAccepted(order, accepted);

  test('has the other recipients, and knows the outcome of these', () => {
    expect(left.targets.map(({ index }) => index)).toEqual([3]);
    expect(left.decided).toEqual([{ index: 2, error }, ...accepted]);
  });

  test('has paid for them and for nobody else', () => {
    expect(left.account).toEqual({ ...order.account, paid: 4 });
    expect(costOf(left, left.targets)).toBe(2);
  });

  test('decides a recipient once, although it could not be read this time', () => {
    const again = withoutAccepted(order, [{ index: 2, id: 'id-2' }]);
    expect(again.decided).toEqual([{ index: 2, id: 'id-2' }]);
    expect(again.account.paid).toBe(1);
  });

  test('leaves the order as it was', () => {
    expect(order.targets).toHaveLength(3);
    expect(order.account.paid).toBe(0);
  });
});

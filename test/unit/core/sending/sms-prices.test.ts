import { smsPrices } from '../../../../core/sending/sms-prices-shape';
import { smsPrice } from '../../../../core/sending/sms-prices';

const PRICES = { currency: 'EUR', segments: { '+': 0.08, '+49': 0.075, '+4915': 0.1 } };

test.each([
  ['+4915112345678', 1, 0.1],
  ['+493012345678', 3, 0.225],
  ['+12025550190', 2, 0.16],
])('an SMS to %s of %i segments costs %d', (number, count, amount) => {
  expect(smsPrice(PRICES, number, count)).toEqual({ amount, currency: 'EUR' });
});

test('without a price for a number, nothing is estimated', () => {
  expect(smsPrice({ currency: 'EUR', segments: { '+49': 1 } }, '+12025550190', 1)).toBeUndefined();
  expect(smsPrice(PRICES, '', 1)).toBeUndefined();
});

test.each([
  [{ currency: 'EURO', segments: { '+': 1 } }, 'currency', /ISO 4217/],
  [{ currency: 'EUR', segments: {} }, 'segments', /at least one/],
  [{ currency: 'EUR', segments: { '49': 1 } }, 'segments.49', /beginning of a number/],
  [{ currency: 'EUR', segments: { '+49': -1 } }, 'segments.+49', /0/],
])('%j is refused at %s', (given, path, why) => {
  const { error } = smsPrices.safeParse(given);
  expect(error?.issues[0]?.path.join('.')).toBe(path);
  expect(JSON.stringify(error?.issues)).toMatch(why);
});

import { countryProblem, smsCountries } from '../../../../core/caps/countries';

describe('CAP-9: an SMS to a number', () => {
  test.each<[string, string[] | null, string, string | null]>([
    ['of an allowed country is sent', ['DE', 'AT'], '+436641234567', null],
    ['of any country is sent without a list', null, '+99365123456', null],
    ['of another country is not', ['DE'], '+436641234567', 'Numbers of AT are not allowed.'],
    [
      'of a country with the same calling code is not',
      ['US'],
      '+14165550123',
      'Numbers of CA are not allowed.',
    ],
    ['of Mexico in the old form is of Mexico', ['MX'], '+5215512345678', null],
    ['of a satellite is not', ['DE'], '+881612345678', 'The country of the number is not known.'],
  ])('%s', (_, allowed, address, problem) => {
    const why = countryProblem(allowed, { channel: 'sms', address });
    expect(why).toBe(
      problem === null ? null : `${problem} The application sends SMS to ${allowed?.join(', ')} only.`,
    );
  });

  test('no other channel is limited', () => {
    expect(countryProblem(['DE'], { channel: 'whatsapp', address: '+436641234567' })).toBeNull();
  });
});

test.each([[['de']], [['XX']], [['Germany']], [[]]])('%j are no countries', (given) => {
  expect(smsCountries.safeParse(given).success).toBe(false);
});

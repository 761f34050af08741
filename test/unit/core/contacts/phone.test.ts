import { hasKnownLength, parseE164 } from '../../../../core/contacts/phone';

describe('a phone number', () => {
  it.each([
    ['+15005550006', '+15005550006'],
    ['+15555550100', '+15555550100'],
    ['+12025550123', '+12025550123'],
    ['+46701740605', '+46701740605'],
    ['+4670123456', '+4670123456'],
    ['+1 (202) 555-0123', '+12025550123'],
    ['+46 70-174 06 05', '+46701740605'],
    ['+80012345678', '+80012345678'],
  ])('RECIPIENT-2: %s is %s', (input, e164) => {
    expect(parseE164(input)).toBe(e164);
  });

  it.each([
    ['+1234567890', '+1234567890'],
    ['+1 202 555 012', '+1202555012'],
    ['+4670', null],
    ['+12', null],
    ['+46701740605123456', null],
  ])('RECIPIENT-2: %s, of a length that its plan does not know, is %s', (input, e164) => {
    expect(parseE164(input)).toBe(e164);
    expect(e164 !== null && hasKnownLength(e164)).toBe(false);
  });

  it.each(['+12025550123', '+5215512345678', '+80012345678'])('%s has a known length', (number) => {
    expect(hasKnownLength(number)).toBe(true);
  });

  it.each([
    '',
    '+',
    '0701740605',
    '46701740605',
    '0046701740605',
    '+123456',
    '+1234567890123456',
    '+9991234567',
    '+1202555012345678',
    '+1-800-FLOWERS',
    '+15005550006 ext 5',
    '+15005550006;ext=5',
    'tel:+15005550006',
    '++15005550006',
    ' +15005550006',
    '+15005550006\n',
    '+１５００５５５０００６',
    `+1${'0'.repeat(500)}`,
  ])('RECIPIENT-2: %j is none', (input) => {
    expect(parseE164(input)).toBeNull();
  });
});

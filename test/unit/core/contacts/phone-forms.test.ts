import { parseE164, phoneForms } from '../../../../core/contacts/phone';

describe('CONTACT-2: the forms in which networks write one number', () => {
  test.each([
    ['Mexico with and without 1', '+525512345678', '+5215512345678'],
    ['Brazil with and without the ninth digit', '+5511987654321', '+551187654321'],
    ['Argentina with and without 9', '+541123456789', '+5491123456789'],
  ])('%s', (_what, canonical, other) => {
    expect(phoneForms(canonical)).toEqual([canonical, other]);
    expect(phoneForms(other)).toEqual([canonical, other]);
    expect(parseE164(canonical)).toBe(canonical);
    expect(parseE164(other)).toBe(other);
  });

  test.each([
    ['a landline of Brazil', '+551132654321'],
    ['a mobile number of Brazil that never had eight digits', '+5511932654321'],
    ['a number of Mexico of another length', '+52551234567'],
    ['the United States', '+12025550123'],
    ['a number that only begins with the same digits', '+5212345'],
  ])('%s has one', (_what, number) => {
    expect(phoneForms(number)).toEqual([number]);
  });

  test('a number is sent as it was given, with separators dropped', () => {
    expect(parseE164('+52 1 55 1234-5678')).toBe('+5215512345678');
    expect(parseE164('+52 55 1234 5678')).toBe('+525512345678');
    expect(parseE164('+52155123')).toBe('+52155123');
  });
});

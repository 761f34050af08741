import fc from 'fast-check';
import { camelCase } from '../../../../core/shared/camel-case';

describe('the name of an unknown field', () => {
  it.each([
    ['plan', 'plan'],
    ['favorite_color', 'favoriteColor'],
    ['a_b_c', 'aBC'],
    ['address_line_2', 'addressLine2'],
    ['two__underscores', 'twoUnderscores'],
    ['alreadyCamel', 'alreadyCamel'],
    ['Mixed_case', 'MixedCase'],
    ['kebab-case', 'kebab-case'],
    ['_private_key', '_privateKey'],
    ['trailing_', 'trailing_'],
    ['_', '_'],
    ['', ''],
  ])('METADATA-1: %j becomes %j', (name, expected) => {
    expect(camelCase(name)).toBe(expected);
  });

  it('once converted stays as it is', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'B', '1', '_', '-', 'ä') });
    fc.assert(fc.property(name, (text) => expect(camelCase(camelCase(text))).toBe(camelCase(text))));
  });
});

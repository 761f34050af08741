import fc from 'fast-check';
import { camelCase } from '../../../core/camel-case';

describe('2.1 rule 2: the name of an unknown field', () => {
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
  ])('%j becomes %j', (name, expected) => {
    expect(camelCase(name)).toBe(expected);
  });

  it('in camelCase stays as it is', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const once = camelCase(name);
        fc.pre(!/_[a-zA-Z0-9]/.test(once.slice(1)));
        expect(camelCase(once)).toBe(once);
      }),
    );
  });
});

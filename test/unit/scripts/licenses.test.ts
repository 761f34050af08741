import lock from '../../../package-lock.json';
import { findLicenses, isAllowed } from '../../../tools/scripts/licenses/find';
import rules from '../../../tools/scripts/licenses/rules.json';

const locked = (license: unknown, name = 'p') => ({
  packages: {
    '': { version: '1.0.0' },
    [`node_modules/a/node_modules/${name}`]: { version: '1.2.3', license },
  },
});

describe('the check of licenses', () => {
  it.each([
    ['MIT', true],
    ['GPL-3.0-only', false],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND GPL-3.0-only', false],
    ['Apache-2.0 AND MIT', true],
    ['GPL-3.0-only OR MIT AND ISC', true],
    ['(GPL-3.0-only OR MIT) AND AGPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['', false],
  ])('%j is allowed: %s', (expression, allowed) => {
    expect(isAllowed(expression, rules.allowed)).toBe(allowed);
  });

  it('names a package whose license is not allowed or not known', () => {
    const found = (license: string | null) => [{ name: 'p', version: '1.2.3', license }];
    expect(findLicenses(locked('GPL-3.0-only'), rules)).toEqual(found('GPL-3.0-only'));
    expect(findLicenses(locked(undefined), rules)).toEqual(found(null));
  });

  it('reads what an installed package says, in the forms of old packages too', () => {
    expect(findLicenses(locked(undefined), rules, () => 'ISC')).toEqual([]);
    expect(findLicenses(locked(undefined), rules, () => [{ type: 'MIT' }, { type: 'ISC' }])).toEqual([]);
    expect(findLicenses(locked({ type: 'GPL-2.0' }), rules)).toHaveLength(1);
  });

  it('allows an exception for its package alone', () => {
    expect(findLicenses(locked('MPL-2.0', 'web-push'), rules)).toEqual([]);
    expect(findLicenses(locked('MPL-2.0'), rules)).toHaveLength(1);
    expect(findLicenses(locked(undefined, '@swc/core-win32-x64-msvc'), rules)).toEqual([]);
  });

  it('has no exception for a package that is not there', () => {
    const names = Object.keys(lock.packages).map((at) => at.split('node_modules/').at(-1)!);
    const isThere = (name: string): boolean =>
      names.some((one) => (name.endsWith('*') ? one.startsWith(name.slice(0, -1)) : one === name));
    expect(rules.exceptions.filter((one) => !isThere(one.package))).toEqual([]);
  });
});

import { claimAt, parseRoleValues, roleOfClaim } from '../../../../core/access/oidc-roles';

test('roles are read with their values, which may have spaces and equals signs', () => {
  expect(parseRoleValues('owner=ops admins, editor=cn=product,,editor=x')).toEqual({
    values: [
      ['owner', 'ops admins'],
      ['editor', 'cn=product'],
      ['editor', 'x'],
    ],
  });
  for (const wrong of ['owner', 'admin=x', 'owner=', '=x'])
    expect(parseRoleValues(wrong)).toEqual({
      problem: expect.stringContaining(`"${wrong}" is not role=value`),
    });
});

test('the highest role of a claim counts, and what is no text gives none', () => {
  const values = [
    ['viewer', 'a'],
    ['owner', 'b'],
  ] as const;
  expect(roleOfClaim(['a', 'b'], values)).toBe('owner');
  expect(roleOfClaim('a', values)).toBe('viewer');
  for (const none of [undefined, null, [], {}, ['A'], [['b']], { 0: 'b' }])
    expect(roleOfClaim(none, values)).toBeNull();
});

test('a claim is found by its name, also one that is an address, or by its path', () => {
  const claims = { 'https://example.com/roles': 1, realm_access: { roles: ['x'] }, text: 'a' };
  expect(claimAt(claims, 'https://example.com/roles')).toBe(1);
  expect(claimAt(claims, 'realm_access.roles')).toEqual(['x']);
  for (const missing of ['realm_access.others', 'text.length', 'constructor', 'toString.name'])
    expect(claimAt(claims, missing)).toBeUndefined();
});

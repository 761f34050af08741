import { claimAt, parseRoleValues, roleOfClaim } from '../../../../core/access/oidc-roles';

test('roles are read with their values, which may have spaces and equals signs', () => {
  expect(parseRoleValues('owner=ops admins, editor=cn=product,, ,viewer = x ,editor=two\nlines')).toEqual({
    value: [
      ['owner', 'ops admins'],
      ['editor', 'cn=product'],
      ['viewer', 'x'],
      ['editor', 'two\nlines'],
    ],
  });
  for (const wrong of ['owner', 'admin=x', 'owner=', 'owner= ', '=x', '=', 'o=owner=x'])
    expect(parseRoleValues(`owner=a, ${wrong} `)).toEqual({
      problem: `"${wrong.trim()}" is not role=value with a role of viewer, editor, owner. Write for example owner=admins,editor=product`,
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
  const claims = { 'https://example.com/roles': 1, realm_access: { roles: ['x'] }, text: 'a', none: null };
  expect(claimAt(claims, 'https://example.com/roles')).toBe(1);
  expect(claimAt(claims, 'realm_access.roles')).toEqual(['x']);
  for (const missing of ['realm_access.others', 'text.length', 'none.a', 'constructor', 'toString.name'])
    expect(claimAt(claims, missing)).toBeUndefined();
});

import { ADMIN_ROLES, type AdminRole } from './admin-roles';

/** What a value of the role claim means: `[role, value]`. */
export type RoleValue = readonly [role: AdminRole, value: string];

/** Reads `owner=admins,editor=product`. A role may be there several times. */
export function parseRoleValues(text: string): { value: RoleValue[] } | { problem: string } {
  const read: RoleValue[] = [];
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(part.trim()) ?? [];
    const role = ADMIN_ROLES.find((each) => each === name.trim());
    if (role === undefined || value.trim() === '')
      return {
        problem: `"${part.trim()}" is not role=value with a role of ${ADMIN_ROLES.join(', ')}. Write for example owner=admins,editor=product`,
      };
    read.push([role, value.trim()]);
  }
  return { value: read };
}

/** Returns the highest role that the values of a claim give. Null: none of them gives one. */
export function roleOfClaim(claim: unknown, values: readonly RoleValue[]): AdminRole | null {
  const given = new Set([claim].flat().filter((each) => typeof each === 'string'));
  const roles = values.filter(([, value]) => given.has(value)).map(([role]) => role);
  return [...ADMIN_ROLES].reverse().find((role) => roles.includes(role)) ?? null;
}

/** Returns a claim by its name, or by its path, such as `realm_access.roles`. */
export function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined;
    found = (found as Record<string, unknown>)[part];
  }
  return found;
}

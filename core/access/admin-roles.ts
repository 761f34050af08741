/** Roles of admin keys, the least first: each may also do what those before it may. */
export const ADMIN_ROLES = ['viewer', 'editor', 'owner'] as const;

export type AdminRole = (typeof ADMIN_ROLES)[number];

/** Whether a role may do what asks for another one. */
export const roleReaches = (role: AdminRole, needed: AdminRole): boolean =>
  ADMIN_ROLES.indexOf(role) >= ADMIN_ROLES.indexOf(needed);

/** Roles of admin keys. Each role includes the roles before it. */
export const ADMIN_ROLES = ['viewer', 'editor', 'owner'] as const;

export type AdminRole = (typeof ADMIN_ROLES)[number];

/** Returns whether a role includes another one. */
export const roleReaches = (role: AdminRole, needed: AdminRole): boolean =>
  ADMIN_ROLES.indexOf(role) >= ADMIN_ROLES.indexOf(needed);

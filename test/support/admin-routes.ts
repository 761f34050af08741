import { adminRoutes } from '../../api/routes';
import type { AdminRole } from '../../core/access/admin-roles';

/** Role and audit action of each admin route, by `METHOD path`. */
export const ADMIN_ROUTES: Readonly<
  Record<string, readonly [role: AdminRole | 'anyone', action?: string | null]>
> = Object.fromEntries(
  adminRoutes.map(({ method, path, role = 'owner', audit }) => [
    `${method.toUpperCase()} ${path}`,
    [role, audit] as const,
  ]),
);

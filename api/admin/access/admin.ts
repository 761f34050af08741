import type { Response } from 'express';
import type { AdminRole } from '../../../core/access/admin-roles';

/** Who calls an admin route, known after `authenticateAdmin`. */
export interface Admin {
  /** Id of the admin key; `setting` for ADMIN_API_KEY. */
  id: string;
  name: string;
  role: AdminRole;
}

export const adminOf = (response: Response): Admin => response.locals.admin as Admin;

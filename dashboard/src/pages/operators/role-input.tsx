import { Select } from '@mantine/core';
import { type Role, ROLE_MAY, ROLES } from './roles';

interface RoleInputProps {
  role: Role;
  change: (role: Role) => void;
}

/** A field for a role, which says what the role may do. */
export const RoleInput = ({ role, change }: RoleInputProps) => (
  <Select
    label="Role"
    description={ROLE_MAY[role]}
    data={[...ROLES]}
    value={role}
    allowDeselect={false}
    onChange={(next) => {
      const chosen = ROLES.find((each) => each === next);
      if (chosen) change(chosen);
    }}
  />
);

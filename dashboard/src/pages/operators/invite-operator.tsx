import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import { textOf } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import type { Link } from './link-shown';
import { RoleInput } from './role-input';
import type { Role } from './roles';

const START = { email: '', name: '', role: 'viewer' as Role };

/** A button that invites an operator. */
export function InviteOperator({ made }: { made: (link: Link) => void }) {
  const [draft, setDraft] = useState(START);
  const set = (part: Partial<typeof START>): void => setDraft((known) => ({ ...known, ...part }));
  return (
    <FormDialog
      label="Invite an operator"
      title="Invite an operator"
      action="Invite"
      reset={() => setDraft(START)}
      change={{
        run: () => {
          const { email, name, role } = draft;
          const body = { email: email.trim(), name: name.trim(), role, mail: true };
          return api.post('/admin/v1/operators', { body });
        },
        refresh: [['operators']],
        done: made,
      }}
    >
      <TextInput
        label="E-mail address"
        type="email"
        autoComplete="off"
        required
        maxLength={320}
        {...textOf(draft.email, (email) => set({ email }))}
        data-autofocus
      />
      <TextInput
        label="Name"
        description="The audit log shows it"
        autoComplete="off"
        required
        maxLength={64}
        {...textOf(draft.name, (name) => set({ name }))}
      />
      <RoleInput role={draft.role} change={(role) => set({ role })} />
    </FormDialog>
  );
}

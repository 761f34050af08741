import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import { RoleInput } from '../operators/role-input';
import type { Role } from '../operators/roles';
import { textOf } from '../../parts/field';
import { ExpiryInput, expiryIn } from './expiry';
import { FormDialog } from '../../parts/form-dialog';

const START = { name: '', role: 'viewer' as Role, days: '' };

/** A button that makes an admin key. */
export function CreateAdminKey({ made }: { made: (secret: string) => void }) {
  const [draft, setDraft] = useState(START);
  const set = (part: Partial<typeof START>): void => setDraft((known) => ({ ...known, ...part }));
  return (
    <FormDialog
      label="Create an admin key"
      title="Create an admin key"
      action="Create the key"
      reset={() => setDraft(START)}
      change={{
        run: () => {
          const { name, role, days } = draft;
          return api.post('/admin/v1/admin-keys', {
            body: { name: name.trim(), role, expires_at: expiryIn(days) },
          });
        },
        refresh: [['admin-keys']],
        done: ({ key }) => made(key.admin_key),
      }}
    >
      <TextInput
        label="Name"
        description="The audit log shows it. Letters, digits, dots, dashes, underscores and @."
        required
        maxLength={64}
        {...textOf(draft.name, (name) => set({ name }))}
        data-autofocus
      />
      <RoleInput role={draft.role} change={(role) => set({ role })} />
      <ExpiryInput days={draft.days} change={(days) => set({ days })} />
    </FormDialog>
  );
}

import { NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import { FormDialog } from '../../parts/form-dialog';
import type { AdminKey } from './queries';

const OVERLAP_HOURS = 24;
const MOST_HOURS = 720;

interface RotateAdminKeyProps {
  adminKey: AdminKey;
  made: (secret: string) => void;
}

/** A button that gives an admin key a new secret. */
export function RotateAdminKey({ adminKey: { id, name }, made }: RotateAdminKeyProps) {
  const [hours, setHours] = useState<number | string>(OVERLAP_HOURS);
  return (
    <FormDialog
      label="Rotate"
      about={name}
      title={`Rotate the key ${name}`}
      action="Make a new secret"
      reset={() => setHours(OVERLAP_HOURS)}
      change={{
        run: () =>
          api.post('/admin/v1/admin-keys/{id}/rotate', {
            id,
            body: { overlap_hours: typeof hours === 'number' ? hours : OVERLAP_HOURS },
          }),
        refresh: [['admin-keys']],
        done: ({ key }) => made(key.admin_key),
      }}
    >
      <Text size="sm">
        The key gets a new secret. The old one stays valid for some hours, so that programs can change to the
        new one. A secret from an earlier rotation ends at once.
      </Text>
      <NumberInput
        label="Hours that the old secret stays valid"
        description={`0 to ${MOST_HOURS}. With 0, it ends at once.`}
        min={0}
        max={MOST_HOURS}
        required
        value={hours}
        onChange={setHours}
        data-autofocus
      />
    </FormDialog>
  );
}

import { Text } from '@mantine/core';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { Confirm } from '../../parts/confirm';
import type { Change } from '../../parts/use-change';
import { LastUse } from './key-state';
import type { AdminKey, ApiKey } from './queries';
import { isolated } from '../../../../core/shared/isolated';

/** A button that revokes an API key. */
export function RevokeApiKey({ apiKey: { id, label, prefix, last_used_at: lastUse } }: { apiKey: ApiKey }) {
  const { app } = usePlace();
  return (
    <Revoke
      name={label ?? `${prefix}…`}
      lastUse={lastUse}
      change={{
        run: () => api.delete('/admin/v1/applications/{app}/keys/{id}', { app, id }),
        says: 'The API key is revoked.',
        refresh: [['api-keys']],
      }}
    />
  );
}

/** A button that revokes an admin key. */
export const RevokeAdminKey = ({ adminKey: { id, name, last_used_at: lastUse } }: { adminKey: AdminKey }) => (
  <Revoke
    name={name}
    lastUse={lastUse}
    change={{
      run: () => api.delete('/admin/v1/admin-keys/{id}', { id }),
      says: 'The admin key is revoked.',
      refresh: [['admin-keys']],
    }}
  />
);

interface RevokeProps {
  name: string;
  lastUse: string | null;
  change: Change<undefined, unknown>;
}

const Revoke = ({ name, lastUse, change }: RevokeProps) => (
  <Confirm label="Revoke" title={`Revoke the key ${isolated(name)}?`} change={change}>
    <Text size="sm">
      A program that uses the key is refused within a second. This cannot be undone. Last used:{' '}
      <LastUse at={lastUse} />
    </Text>
  </Confirm>
);

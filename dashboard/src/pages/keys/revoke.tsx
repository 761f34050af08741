import { Text } from '@mantine/core';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { Confirm } from '../../parts/confirm';
import { useChange } from '../../parts/use-change';
import { LastUse } from './key-state';
import type { AdminKey, ApiKey } from './queries';

/** A button that revokes an API key. */
export function RevokeApiKey({ apiKey }: { apiKey: ApiKey }) {
  const { app } = usePlace();
  const { id, label, prefix } = apiKey;
  const revoke = useChange({
    run: () => api.delete('/admin/v1/applications/{app}/keys/{id}', { app, id }),
    says: 'The API key is revoked.',
    refresh: [['api-keys']],
    showsError: true,
  });
  return (
    <Revoke
      name={label ?? `${prefix}…`}
      lastUse={apiKey.last_used_at}
      act={() => revoke.mutateAsync(undefined)}
    />
  );
}

/** A button that revokes an admin key. */
export function RevokeAdminKey({ adminKey: { id, name, last_used_at: lastUse } }: { adminKey: AdminKey }) {
  const revoke = useChange({
    run: () => api.delete('/admin/v1/admin-keys/{id}', { id }),
    says: 'The admin key is revoked.',
    refresh: [['admin-keys']],
    showsError: true,
  });
  return <Revoke name={name} lastUse={lastUse} act={() => revoke.mutateAsync(undefined)} />;
}

interface RevokeProps {
  name: string;
  lastUse: string | null;
  act: () => Promise<unknown>;
}

const Revoke = ({ name, lastUse, act }: RevokeProps) => (
  <Confirm label="Revoke" title={`Revoke the key ${name}?`} act={act}>
    <Text size="sm">
      A program that uses the key is refused within a second. This cannot be undone. Last used:{' '}
      <LastUse at={lastUse} />
    </Text>
  </Confirm>
);

import { Code, Group, Skeleton, Stack, Switch, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NothingHere } from '../../parts/nothing-here';
import { Problem } from '../../parts/problem';
import { ShownOnce } from '../../parts/shown-once';
import { Time } from '../../parts/time';
import { CreateAdminKey } from './create-admin-key';
import { isValid, KeyState, LastUse } from './key-state';
import { type AdminKey, adminKeysQuery } from './queries';
import { RevokeAdminKey } from './revoke';
import { RotateAdminKey } from './rotate-admin-key';

/** The admin keys of the service. Only owners see them. */
export function AdminKeys() {
  const [all, setAll] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(adminKeysQuery);
  const shown = all ? data : data?.filter(isValid);
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text size="sm" c="var(--dimmed-text)" maw={640}>
          With an admin key, a program or the command line does what operators do, for all applications. The
          key of the setting ADMIN_API_KEY is not in this list.
        </Text>
        <CreateAdminKey made={setSecret} />
      </Group>
      {secret !== null && (
        <ShownOnce title="The new admin key" value={secret}>
          A program sends it as Authorization: Bearer.
        </ShownOnce>
      )}
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton h={160} aria-label="Loading" />}
      {data && data.length > 0 && (
        <Switch
          label="Show revoked and expired keys"
          mb="sm"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      )}
      {shown?.length === 0 && (
        <NothingHere title="There is no valid admin key">
          Create one for each program, for example for the pipeline that pushes events.
        </NothingHere>
      )}
      {shown && shown.length > 0 && <AdminKeyTable keys={shown} made={setSecret} />}
    </>
  );
}

function AdminKeyTable({ keys, made }: { keys: AdminKey[]; made: (secret: string) => void }) {
  return (
    <Table.ScrollContainer minWidth={820} type="native" tabIndex={0} role="region" aria-label="Admin keys">
      <Table aria-label="Admin keys">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Key</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{key.name}</Table.Td>
              <Table.Td>{key.role}</Table.Td>
              <Table.Td>
                <Code>{key.prefix}…</Code>
              </Table.Td>
              <Table.Td>
                <Time at={key.created_at} />
              </Table.Td>
              <Table.Td>
                <LastUse at={key.last_used_at} />
              </Table.Td>
              <Table.Td>
                <State of={key} />
              </Table.Td>
              <Table.Td>
                {key.revoked_at === null && (
                  <Group gap="xs" wrap="nowrap">
                    {isValid(key) && <RotateAdminKey adminKey={key} made={made} />}
                    <RevokeAdminKey adminKey={key} />
                  </Group>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function State({ of: key }: { of: AdminKey }) {
  const overlaps = isValid(key) && key.previous_until !== null && new Date(key.previous_until) > new Date();
  return (
    <Stack gap={2}>
      <KeyState of={key} />
      {overlaps && key.previous_until !== null && (
        <Text size="sm">
          its old secret ends <Time at={key.previous_until} />
        </Text>
      )}
    </Stack>
  );
}

import { Code, Group, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checkOf } from '../../parts/field';
import { DataTable } from '../../parts/data-table';
import { NothingHere } from '../../parts/nothing-here';
import { Awaited } from '../../parts/awaited';
import { Outside } from '../../parts/outside';
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
      <Awaited query={{ data, error, refetch }} height={160} />
      {data && data.length > 0 && (
        <Switch label="Show revoked and expired keys" mb="sm" {...checkOf(all, setAll)} />
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
    <DataTable
      label="Admin keys"
      stacks
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Name', cell: ({ name }) => <Outside>{name}</Outside>, isName: true, breaks: true },
        { head: 'Role', cell: ({ role }) => role },
        { head: 'Key', cell: ({ prefix }) => <Code>{prefix}…</Code> },
        { head: 'Created', cell: (key) => <Time at={key.created_at} /> },
        { head: 'Last used', cell: (key) => <LastUse at={key.last_used_at} /> },
        { head: 'State', cell: (key) => <State of={key} /> },
        {
          head: 'Actions',
          cell: (key) =>
            key.revoked_at === null && (
              <Group gap="xs">
                {isValid(key) && <RotateAdminKey adminKey={key} made={made} />}
                <RevokeAdminKey adminKey={key} />
              </Group>
            ),
        },
      ]}
    />
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

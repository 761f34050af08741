import { Box, Code, Group, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { checkOf } from '../../parts/field';
import { DataTable } from '../../parts/data-table';
import { NothingHere } from '../../parts/nothing-here';
import { Awaited } from '../../parts/awaited';
import { ShownOnce } from '../../parts/shown-once';
import { Time } from '../../parts/time';
import { CreateApiKey } from './create-api-key';
import { isValid, KeyState, LastUse } from './key-state';
import { type ApiKey, apiKeysQuery } from './queries';
import { RevokeApiKey } from './revoke';
import { Outside } from '../../parts/outside';

/** The API keys of the application in the environment. */
export function ApiKeys() {
  const { app, environment } = usePlace();
  const mayManage = useMay('owner');
  const [all, setAll] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(apiKeysQuery(app));
  const keys = data?.filter((key) => key.environment === environment) ?? [];
  const shown = all ? keys : keys.filter(isValid);
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text size="sm" c="var(--dimmed-text)">
          With an API key, a program sends notifications of {app} in {environment}.
        </Text>
        {mayManage && <CreateApiKey made={setSecret} />}
      </Group>
      {secret !== null && (
        <ShownOnce title="The new API key" value={secret}>
          A program sends it as Authorization: Bearer.
        </ShownOnce>
      )}
      <Awaited query={{ data, error, refetch }} height={160} />
      {keys.length > 0 && <Switch label="Show revoked and expired keys" mb="sm" {...checkOf(all, setAll)} />}
      {data && shown.length === 0 && (
        <NothingHere title={`There is no valid API key in ${environment}`}>
          {mayManage ? 'Create one for each program that sends.' : 'An owner can create one.'}
        </NothingHere>
      )}
      {shown.length > 0 && <ApiKeyTable keys={shown} mayManage={mayManage} />}
    </>
  );
}

function ApiKeyTable({ keys, mayManage }: { keys: ApiKey[]; mayManage: boolean }) {
  return (
    <DataTable
      label="API keys"
      stacks
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Label',
          isName: true,
          cell: ({ label }) => (
            <Box miw={90} style={{ overflowWrap: 'anywhere' }}>
              <Outside>{label ?? 'without a label'}</Outside>
            </Box>
          ),
        },
        { head: 'Key', cell: ({ prefix }) => <Code>{prefix}…</Code> },
        { head: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
        { head: 'Requests a second', cell: (key) => key.rate_limit?.toLocaleString('en') ?? 'default' },
        { head: 'Created', cell: (key) => <Time at={key.created_at} /> },
        { head: 'Last used', cell: (key) => <LastUse at={key.last_used_at} /> },
        { head: 'State', cell: (key) => <KeyState of={key} /> },
        mayManage && {
          head: 'Action',
          cell: (key) => key.revoked_at === null && <RevokeApiKey apiKey={key} />,
        },
      ]}
    />
  );
}

import { Code, Group, Skeleton, Switch, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { NothingHere } from '../../parts/nothing-here';
import { Problem } from '../../parts/problem';
import { ShownOnce } from '../../parts/shown-once';
import { Time } from '../../parts/time';
import { CreateApiKey } from './create-api-key';
import { isValid, KeyState, LastUse } from './key-state';
import { type ApiKey, apiKeysQuery } from './queries';
import { RevokeApiKey } from './revoke';

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
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton h={160} aria-label="Loading" />}
      {keys.length > 0 && (
        <Switch
          label="Show revoked and expired keys"
          mb="sm"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      )}
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
    <Table.ScrollContainer minWidth={820} type="native" tabIndex={0} role="region" aria-label="API keys">
      <Table aria-label="API keys">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Label</Table.Th>
            <Table.Th>Key</Table.Th>
            <Table.Th>Scopes</Table.Th>
            <Table.Th>Requests a second</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>State</Table.Th>
            {mayManage && <Table.Th>Action</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td miw={110} style={{ overflowWrap: 'anywhere' }}>
                {key.label ?? 'without a label'}
              </Table.Td>
              <Table.Td>
                <Code>{key.prefix}…</Code>
              </Table.Td>
              <Table.Td>{key.scopes.join(', ')}</Table.Td>
              <Table.Td>{key.rate_limit?.toLocaleString('en') ?? 'default'}</Table.Td>
              <Table.Td>
                <Time at={key.created_at} />
              </Table.Td>
              <Table.Td>
                <LastUse at={key.last_used_at} />
              </Table.Td>
              <Table.Td>
                <KeyState of={key} />
              </Table.Td>
              {mayManage && <Table.Td>{key.revoked_at === null && <RevokeApiKey apiKey={key} />}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

import { Group, Stack, Table, Text } from '@mantine/core';
import { useSession } from '../../api/session';
import type { Operator } from '../../api/types';
import { Time } from '../../parts/time';
import { ChangeOperator, NewLink, RemoveOperator } from './operator-actions';
import type { Link } from './link-shown';
import { SignOutOperator, UnlinkOperator } from './session-actions';

interface OperatorTableProps {
  operators: Operator[];
  made: (link: Link) => void;
}

/** The operators, each with what an owner may do. Nobody removes or demotes themselves. */
export function OperatorTable({ operators, made }: OperatorTableProps) {
  const { data } = useSession();
  const me = data?.operator.id;
  return (
    <Table.ScrollContainer minWidth={760} type="native" tabIndex={0} role="region" aria-label="Operators">
      <Table aria-label="Operators">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Operator</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>Signs in by</Table.Th>
            <Table.Th>Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {operators.map((operator) => (
            <Table.Tr key={operator.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm" fw={550}>
                  {operator.name}
                  {operator.id === me && ' (you)'}
                </Text>
                <Text size="sm" c="var(--dimmed-text)">
                  {operator.email}
                </Text>
              </Table.Td>
              <Table.Td>{operator.role}</Table.Td>
              <Table.Td>
                {operator.last_used_at === null ? 'never' : <Time at={operator.last_used_at} />}
              </Table.Td>
              <Table.Td>
                <SignIn operator={operator} />
              </Table.Td>
              <Table.Td>
                <Group gap="xs" wrap="nowrap">
                  <ChangeOperator operator={operator} isMe={operator.id === me} />
                  <NewLink operator={operator} made={made} />
                  {operator.has_oidc_account && <UnlinkOperator operator={operator} />}
                  {operator.id !== me && <SignOutOperator operator={operator} />}
                  {operator.id !== me && <RemoveOperator operator={operator} />}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function SignIn({ operator }: { operator: Operator }) {
  const { has_password: hasPassword, has_oidc_account: hasAccount, link_expires_at: until } = operator;
  const ways = [hasPassword && 'password', hasAccount && 'OpenID Connect'].filter(Boolean);
  const waits = until !== null && new Date(until) > new Date();
  return (
    <Stack gap={2}>
      <Text size="sm">{ways.join(', ') || 'link only'}</Text>
      {waits && (
        <Text size="sm">
          a link waits, expires <Time at={until} />
        </Text>
      )}
    </Stack>
  );
}

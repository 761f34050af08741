import { Group, Stack, Text } from '@mantine/core';
import { useSession } from '../../api/session';
import type { Operator } from '../../api/types';
import { DataTable } from '../../parts/data-table';
import { Time } from '../../parts/time';
import { ChangeOperator, NewLink, RemoveOperator } from './operator-actions';
import type { Link } from './link-shown';
import { SignOutOperator, UnlinkOperator } from './session-actions';
import { Outside } from '../../parts/outside';

interface OperatorTableProps {
  operators: Operator[];
  made: (link: Link) => void;
}

/** The operators, each with what an owner may do. Nobody removes or demotes themselves. */
export function OperatorTable({ operators, made }: OperatorTableProps) {
  const { data } = useSession();
  const me = data?.operator.id;
  return (
    <DataTable
      label="Operators"
      stacks
      rows={operators}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Operator',
          isName: true,
          breaks: true,
          cell: ({ id, name, email }) => (
            <>
              <Text size="sm" fw={550}>
                <Outside>{name}</Outside>
                {id === me && ' (you)'}
              </Text>
              <Text size="sm" c="var(--dimmed-text)">
                <Outside>{email}</Outside>
              </Text>
            </>
          ),
        },
        { head: 'Role', cell: ({ role }) => role },
        {
          head: 'Last used',
          cell: ({ last_used_at: at }) => (at === null ? 'never' : <Time at={at} />),
        },
        { head: 'Signs in by', cell: (operator) => <SignIn operator={operator} /> },
        {
          head: 'Actions',
          cell: (operator) => (
            <Group gap="xs">
              <ChangeOperator operator={operator} isMe={operator.id === me} />
              <NewLink operator={operator} made={made} />
              {operator.has_oidc_account && <UnlinkOperator operator={operator} />}
              {operator.id !== me && <SignOutOperator operator={operator} />}
              {operator.id !== me && <RemoveOperator operator={operator} />}
            </Group>
          ),
        },
      ]}
    />
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

import { List, Paper, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import { NothingHere } from '../../parts/nothing-here';
import { PageHead } from '../../parts/page-head';
import { Awaited } from '../../parts/awaited';
import { InviteOperator } from './invite-operator';
import { type Link, LinkShown } from './link-shown';
import { OperatorTable } from './operator-table';
import { ROLE_MAY, ROLES } from './roles';

const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: async () => (await api.get('/admin/v1/operators')).operators,
});

/** Who may sign in. Only owners see it. */
export default function Operators(): ReactNode {
  const mayManage = useMay('owner');
  const [link, setLink] = useState<Link | null>(null);
  const { data, error, refetch } = useQuery({ ...operatorsQuery, enabled: mayManage });
  if (!mayManage)
    return (
      <>
        <PageHead title="Operators" />
        <NothingHere title="Only owners see the operators">Ask an owner for access.</NothingHere>
      </>
    );
  return (
    <>
      <PageHead title="Operators" about="Who may sign in to the dashboard, for all applications.">
        <InviteOperator made={setLink} />
      </PageHead>
      {link && <LinkShown link={link} />}
      <Awaited query={{ data, error, refetch }} height={160} />
      {data?.length === 0 && (
        <NothingHere title="There is no operator yet">Invite the people who look after sends.</NothingHere>
      )}
      {data && data.length > 0 && <OperatorTable operators={data} made={setLink} />}
      <Paper withBorder p="md" mt="md" component="section" aria-label="What the roles may do">
        <Text fw={600} size="sm" mb="xs">
          What the roles may do
        </Text>
        <List size="sm">
          {ROLES.map((role) => (
            <List.Item key={role}>{ROLE_MAY[role]}</List.Item>
          ))}
        </List>
      </Paper>
    </>
  );
}

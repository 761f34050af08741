import { Group, Paper, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { Confirm } from '../../parts/confirm';
import { DataTable } from '../../parts/data-table';
import { More } from '../../parts/more';
import { NothingHere } from '../../parts/nothing-here';
import { PageHead } from '../../parts/page-head';
import { EditTenant } from './edit-tenant';
import { type Tenant, tenantsQuery } from './queries';
import { isolated } from '../../../../core/shared/isolated';
import { Outside } from '../../parts/outside';

/** The tenants of an application: the customers in whose names it sends. */
export default function Tenants(): ReactNode {
  const { app } = usePlace();
  const mayChange = useMay('editor');
  const list = useInfiniteQuery(tenantsQuery(app));
  const tenants = list.data?.pages.flatMap((page) => page.tenants) ?? [];
  return (
    <>
      <PageHead
        title="Tenants"
        about="Customers of this application, in whose names it sends. A send that names one has its brand, sender, integrations and variables, in both environments."
      />
      <Awaited query={list} />
      <Stack key={app}>
        {list.data && tenants.length === 0 && (
          <NothingHere title="No tenant yet">
            Messages have the brand and the senders of the application.
          </NothingHere>
        )}
        {tenants.length > 0 && <TenantTable tenants={tenants} />}
        <More list={list}>Show more tenants</More>
        {mayChange && list.data && (
          <Group>
            <EditTenant tenant={null} />
          </Group>
        )}
      </Stack>
    </>
  );
}

function TenantTable({ tenants }: { tenants: readonly Tenant[] }) {
  const mayChange = useMay('editor');
  const mayDelete = useMay('owner');
  return (
    <Paper withBorder p="xs">
      <DataTable
        label="Tenants"
        rows={tenants}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Tenant',
            cell: ({ id, name, sender }) => (
              <Stack gap={0}>
                <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  <Outside>{name}</Outside>
                </Text>
                <Text size="sm" c="var(--dimmed-text)" style={{ overflowWrap: 'anywhere' }}>
                  {[id, ...Object.values(sender)].join(', ')}
                </Text>
              </Stack>
            ),
          },
          {
            head: 'Actions',
            w: { base: 120, sm: mayDelete ? 200 : 120 },
            cell: (tenant) => (
              <Group gap="xs">
                {mayChange && <EditTenant tenant={tenant} />}
                {mayDelete && <Delete tenant={tenant} />}
              </Group>
            ),
          },
        ]}
      />
    </Paper>
  );
}

function Delete({ tenant: { id, name } }: { tenant: Tenant }) {
  const { app } = usePlace();
  return (
    <Confirm
      label="Delete"
      title={`Delete ${isolated(name)}`}
      change={{
        run: () => api.delete('/admin/v1/applications/{app}/tenants/{tenant}', { app, tenant: id, body: {} }),
        says: `${isolated(name)} is deleted.`,
        refresh: [tenantsQuery(app).queryKey],
      }}
    >
      Sends that name {id} are refused from then on. A tenant with open notifications is not deleted. You can
      add it again later.
    </Confirm>
  );
}

import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { PageHead } from '../../parts/page-head';
import { AdminKeys } from './admin-keys';
import { ApiKeys } from './api-keys';

/** The API keys of the application, and for owners the admin keys of the service. */
export default function Keys(): ReactNode {
  const place = usePlace();
  const mayManage = useMay('owner');
  const { tab } = useSearch({ from: '/signed-in/$app/$environment/keys' });
  const navigate = useNavigate();
  const head = <PageHead title="Keys" about="Secrets with which programs call the service." />;
  if (!mayManage)
    return (
      <>
        {head}
        <ApiKeys />
      </>
    );
  return (
    <>
      {head}
      <Tabs
        value={tab ?? 'api'}
        onChange={(next) =>
          void navigate({
            to: '/$app/$environment/keys',
            params: place,
            search: { tab: next === 'admin' ? next : undefined },
          })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="api">API keys</Tabs.Tab>
          <Tabs.Tab value="admin">Admin keys</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="api">
          <ApiKeys />
        </Tabs.Panel>
        <Tabs.Panel value="admin">
          <AdminKeys />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

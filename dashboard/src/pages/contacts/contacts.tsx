import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlace } from '../../layout/place';
import { PageHead } from '../../parts/page-head';
import { ContactList } from './contact-list';
import type { ContactsSearch } from './search';
import { SuppressionList } from './suppression-list';

/** The contacts of the application, and the addresses that get nothing. */
export default function Contacts(): ReactNode {
  const place = usePlace();
  const { tab = 'contacts', search = '' } = useSearch({ from: '/signed-in/$app/$environment/contacts' });
  const navigate = useNavigate();
  const change = (next: ContactsSearch, replace = false): void => {
    void navigate({ to: '/$app/$environment/contacts', params: place, search: next, replace });
  };
  return (
    <>
      <PageHead title="Contacts" about={`Who gets notifications of ${place.app} in ${place.environment}.`} />
      <Tabs
        value={tab}
        onChange={(next) => change({ tab: next === 'suppressions' ? next : undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="contacts">Contacts</Tabs.Tab>
          <Tabs.Tab value="suppressions">Suppressions</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="contacts">
          <ContactList search={search} change={(text) => change({ search: text || undefined }, true)} />
        </Tabs.Panel>
        <Tabs.Panel value="suppressions">
          <SuppressionList />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApplications } from '../../api/applications';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { NothingHere } from '../../parts/nothing-here';
import { PageHead } from '../../parts/page-head';
import { Awaited } from '../../parts/awaited';
import { CreateApplication } from './create-application';
import { Limits } from './limits';
import { MonthUsage } from './month-usage';
import { Quotas } from './quotas';
import { SettingsForm } from './settings-form';
import { SettingsTable } from './settings-table';
import { HeldPrefixes } from './sms/held-prefixes';
import { Sms } from './sms/sms';

/** How much an application may send, and its settings. */
export default function Usage(): ReactNode {
  const { app } = usePlace();
  const mayChange = useMay('editor');
  const { data, error, refetch } = useApplications();
  const application = data?.applications.find(({ id, name }) => name === app || id === app);
  return (
    <>
      <PageHead title="Usage and settings" about={`How much ${app} may send, and how it is set up.`}>
        {mayChange && <CreateApplication />}
      </PageHead>
      <Awaited query={{ data, error, refetch }} height={320} />
      {data && !application && (
        <NothingHere title={`There is no application ${app}`}>Choose another one above.</NothingHere>
      )}
      {application && (
        <Stack>
          <HeldPrefixes />
          <MonthUsage />
          <Quotas application={application} />
          <Limits application={application} />
          <Sms application={application} />
          {mayChange ? (
            <SettingsForm key={application.id} application={application} />
          ) : (
            <SettingsTable application={application} />
          )}
        </Stack>
      )}
    </>
  );
}

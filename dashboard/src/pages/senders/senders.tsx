import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApplications } from '../../api/applications';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { NothingHere } from '../../parts/nothing-here';
import { PageHead } from '../../parts/page-head';
import { AddSender } from './add-sender';
import { Defaults } from './defaults';
import { Numbers } from './numbers';
import { sendersQuery } from './queries';
import { SenderSettings } from './sender-settings';
import { SenderTable } from './sender-table';

/** The senders of an application: the domains, addresses, numbers and names that it may send as. */
export default function Senders(): ReactNode {
  const { app } = usePlace();
  const mayChange = useMay('editor');
  const { data, error, refetch } = useQuery(sendersQuery(app));
  const applications = useApplications();
  const application = applications.data?.applications.find(({ id, name }) => name === app || id === app);
  return (
    <>
      <PageHead
        title="Senders"
        about="The domains, addresses, phone numbers and names that this application may send as, in both environments."
      />
      <Awaited query={{ data, error, refetch }} />
      {applications.error && <Awaited query={applications} />}
      <Stack key={app}>
        {data?.senders.length === 0 && (
          <NothingHere title="No sender yet">
            An e-mail without a verified sender is refused.{' '}
            {mayChange ? 'Add the domain that your e-mails come from.' : 'An editor or an owner can add one.'}
          </NothingHere>
        )}
        {data && data.senders.length > 0 && <SenderTable senders={data.senders} />}
        {data && application && <Defaults senders={data.senders} from={application.from} />}
        {data && application && <Numbers senders={data.senders} otpDomain={application.otp_domain} />}
        {mayChange && data && <AddSender />}
        {application && (data ?? error) && <SenderSettings application={application} />}
      </Stack>
    </>
  );
}

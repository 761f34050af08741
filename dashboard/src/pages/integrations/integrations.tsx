import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CHANNELS } from '../../api/channels';
import { useMay } from '../../api/session';
import type { Integration } from '../../api/types';
import { usePlace } from '../../layout/place';
import { NothingHere } from '../../parts/nothing-here';
import { PageHead } from '../../parts/page-head';
import { Awaited } from '../../parts/awaited';
import { AddIntegration } from './add-integration';
import { ChannelSection } from './channel-section';
import { inOrder } from './order';
import { integrationsQuery } from './queries';

/** The integrations of an application: the accounts at providers through which it sends. */
export default function Integrations(): ReactNode {
  const { app } = usePlace();
  const mayChange = useMay('editor');
  const { data, error, refetch } = useQuery(integrationsQuery(app));
  const integrations = data?.integrations ?? [];
  return (
    <>
      <PageHead
        title="Integrations"
        about="The accounts at providers through which this application sends, in both environments."
      >
        {mayChange && data && <AddIntegration key={app} integrations={integrations} />}
      </PageHead>
      <Awaited query={{ data, error, refetch }} />
      {data && integrations.length === 0 && <Nothing mayChange={mayChange} />}
      {integrations.length > 0 && <Sections key={app} integrations={integrations} />}
    </>
  );
}

function Sections({ integrations }: { integrations: Integration[] }) {
  const groups = CHANNELS.map((channel) => ({ channel, ofChannel: inOrder(integrations, channel) }));
  const missing = groups.filter(({ ofChannel }) => ofChannel.length === 0).map(({ channel }) => channel);
  return (
    <Stack>
      {groups.map(
        ({ channel, ofChannel }) =>
          ofChannel.length > 0 && <ChannelSection key={channel} channel={channel} integrations={ofChannel} />,
      )}
      {missing.length > 0 && (
        <Text size="sm" c="var(--dimmed-text)">
          Without an integration: {missing.join(', ')}. <WithoutIntegration />
        </Text>
      )}
    </Stack>
  );
}

const WithoutIntegration = () => (
  <>
    E-mail without an integration goes over the service’s own SMTP server, if <Code>SMTP_URL</Code> names one.
    Messages of the other channels fail with <Code>NO_PROVIDER</Code>.
  </>
);

const Nothing = ({ mayChange }: { mayChange: boolean }) => (
  <NothingHere title="No integration yet">
    <Text size="sm" mb="xs">
      {mayChange
        ? 'Create credentials at a provider first. Then choose “Add an integration” and enter them.'
        : 'An editor or an owner can add one.'}
    </Text>
    <WithoutIntegration />
  </NothingHere>
);

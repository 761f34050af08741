import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Channel, CHANNELS } from '../../api/channels';
import type { Integration } from '../../api/types';
import { Dialog } from '../../parts/dialog';
import { Awaited } from '../../parts/awaited';
import { AddForm } from './add-form';
import { type Provider, providersQuery } from './queries';

/** A button that adds an integration: first its channel and provider, then the provider's settings. */
export const AddIntegration = ({ integrations }: { integrations: Integration[] }) => (
  <Dialog label="Add an integration" title="Add an integration" size="lg" button={{ variant: 'filled' }}>
    {(close) => <Add integrations={integrations} close={close} />}
  </Dialog>
);

function Add({ integrations, close }: { integrations: Integration[]; close: () => void }) {
  const { data, error, refetch } = useQuery(providersQuery);
  if (error || !data) return <Awaited query={{ data, error, refetch }} />;
  return <Choose providers={data.providers} integrations={integrations} close={close} />;
}

interface ChooseProps {
  providers: Provider[];
  integrations: Integration[];
  close: () => void;
}

function Choose({ providers, integrations, close }: ChooseProps) {
  const [channel, setChannel] = useState<Channel>('email');
  const [name, setName] = useState<string | null>(null);
  const ofChannel = providers.filter(({ channels }) => channels.includes(channel));
  const [only, ...others] = ofChannel;
  const provider = others.length === 0 ? only : ofChannel.find((one) => one.name === name);
  return (
    <Stack>
      <Select
        label="Channel"
        required
        allowDeselect={false}
        data={[...CHANNELS]}
        value={channel}
        onChange={(value) => {
          setChannel(CHANNELS.find((one) => one === value) ?? channel);
          setName(null);
        }}
      />
      <Select
        label="Provider"
        required
        allowDeselect={false}
        placeholder="Choose a provider"
        data={ofChannel.map((one) => one.name)}
        value={provider?.name ?? null}
        onChange={setName}
      />
      {provider && (
        <AddForm
          key={`${channel} ${provider.name}`}
          channel={channel}
          provider={provider}
          integrations={integrations}
          close={close}
        />
      )}
    </Stack>
  );
}

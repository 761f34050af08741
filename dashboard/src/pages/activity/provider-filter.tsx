import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { statisticsQuery } from '../../api/statistics';
import { usePlace } from '../../layout/place';
import { providerName } from '../integrations/provider-name';
import { integrationsQuery } from '../integrations/queries';

interface ProviderFilterProps {
  value: string | undefined;
  set: (value: string | undefined) => void;
  width: object;
}

/** The providers at which messages failed: the integrations, and what the statistics of the last 30 days know. */
export function ProviderFilter({ value, set, width }: ProviderFilterProps) {
  const place = usePlace();
  const [wanted, want] = useState(value !== undefined);
  const rare = { enabled: wanted, refetchInterval: false } as const;
  const { data } = useQuery({ ...integrationsQuery(place.app), ...rare });
  const { data: statistics } = useQuery({ ...statisticsQuery(place, '30d'), ...rare });
  const names = new Map<string, string>();
  // A push message fails at all services together.
  for (const { id, channel, name, provider } of data?.integrations ?? [])
    if (channel !== 'push') names.set(id, providerName({ id, names: [name, provider] }));
  for (const { provider_id, provider, integration } of statistics?.providers ?? []) {
    const id = provider_id ?? provider;
    if (id !== null && !names.has(id)) names.set(id, providerName({ id, names: [integration] }));
  }
  if (value !== undefined && !names.has(value)) names.set(value, value);
  return (
    <Select
      aria-label="Failed at provider"
      placeholder="Failed at provider"
      clearable
      searchable
      size="xs"
      w={width}
      nothingFoundMessage="No provider"
      data={[...names].map(([id, label]) => ({ value: id, label }))}
      value={value ?? null}
      onFocus={() => want(true)}
      onChange={(id) => set(id ?? undefined)}
    />
  );
}

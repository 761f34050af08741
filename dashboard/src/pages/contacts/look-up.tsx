import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { labelOf } from '../../api/channels';
import { usePlace } from '../../layout/place';
import { Problem } from '../../parts/problem';
import { Time } from '../../parts/time';
import { AddressFields } from './add-suppression';
import { Lift } from './lift';
import { type Address, suppressionQuery } from './queries';
import { Reason } from './reason';

/** A form that says whether an address is suppressed. It also finds the address of an erased contact. */
export function LookUp() {
  const [typed, setTyped] = useState<Address>({ channel: 'email', address: '' });
  const [asked, setAsked] = useState<Address | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked({ ...typed, address: typed.address.trim() });
  };
  return (
    <Paper withBorder p="md" mb="md">
      <form onSubmit={submit} role="search" aria-label="Look up an address">
        <Group gap="xs" align="flex-end">
          <AddressFields value={typed} change={setTyped} />
          <Button type="submit" leftSection={<Search size={16} aria-hidden />}>
            Look up
          </Button>
        </Group>
      </form>
      <div role="status">{asked && <Found asked={asked} />}</div>
    </Paper>
  );
}

function Found({ asked }: { asked: Address }) {
  const { data, error, refetch } = useQuery(suppressionQuery(usePlace(), asked));
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (data === undefined) return null;
  if (data === null)
    return (
      <Text size="sm" mt="sm" style={{ overflowWrap: 'anywhere' }}>
        {asked.address} is not suppressed on {labelOf(asked.channel)}.
      </Text>
    );
  return (
    <Stack gap="xs" mt="sm" align="flex-start">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {asked.address} is suppressed on {labelOf(asked.channel)}. That happened <Time at={data.created_at} />
        .
      </Text>
      <Reason of={data} />
      <Lift suppression={data} />
    </Stack>
  );
}

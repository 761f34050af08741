import { Button, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CONTACT_TABLE } from '../../../../core/contacts/table';
import { CHANNEL_ROWS, labelOf, SUPPRESSIBLE } from '../../api/channels';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { DataTable } from '../../parts/data-table';
import { Outside } from '../../parts/outside';
import { Problem } from '../../parts/problem';
import { Time } from '../../parts/time';
import { AddSuppression } from './add-suppression';
import { Lift } from './lift';
import { type Address, type Contact, suppressionQuery } from './queries';
import { Reason } from './reason';

/** Each row asks the API once. */
const SHOWN = 10;

/** The addresses of a contact, each with its suppression. */
export function ContactAddresses({ contact }: { contact: Contact }) {
  const mayAdd = useMay('editor');
  const [all, setAll] = useState(false);
  const addresses = addressesOf(contact);
  if (addresses.length === 0)
    return <Text size="sm">The contact has no e-mail address and no phone number.</Text>;
  const shown = all ? addresses : addresses.slice(0, SHOWN);
  return (
    <>
      <DataTable
        label="Addresses"
        stacks
        rows={shown}
        keyOf={({ channel, address }) => `${channel} ${address}`}
        columns={[
          {
            head: 'Address',
            cell: ({ address }) => <Outside>{address}</Outside>,
            isName: true,
            breaks: true,
          },
          { head: 'Channel', cell: ({ channel }) => labelOf(channel) },
          { head: 'Suppression', cell: (of) => <State of={of} /> },
          mayAdd && { head: 'Action', cell: (of) => <Action of={of} /> },
        ]}
      />
      {shown.length < addresses.length && (
        <Button size="xs" variant="default" mt="sm" onClick={() => setAll(true)}>
          Show {addresses.length - shown.length} more addresses
        </Button>
      )}
    </>
  );
}

/** Returns each address on each channel that uses it. */
function addressesOf(contact: Contact): Address[] {
  const fields = new Set(SUPPRESSIBLE.map((channel) => CHANNEL_ROWS[channel].address));
  return [...fields].flatMap((field) => {
    const channels = SUPPRESSIBLE.filter((channel) => CHANNEL_ROWS[channel].address === field);
    const addresses = contact[CONTACT_TABLE[field].answer.name];
    return addresses.flatMap((address) => channels.map((channel) => ({ channel, address })));
  });
}

function State({ of }: { of: Address }) {
  const { data, error, refetch } = useQuery(suppressionQuery(usePlace(), of));
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loader size="xs" aria-label="Loading" />;
  if (data === null) return <Text size="sm">not suppressed</Text>;
  return (
    <Stack gap={2}>
      <Reason of={data} />
      <Time at={data.created_at} />
    </Stack>
  );
}

function Action({ of }: { of: Address }) {
  const { data } = useQuery(suppressionQuery(usePlace(), of));
  if (data === undefined) return null;
  return data === null ? <AddSuppression of={of} /> : <Lift suppression={data} />;
}

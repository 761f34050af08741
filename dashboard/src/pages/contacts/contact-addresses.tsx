import { Button, Loader, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CONTACT_TABLE } from '../../../../core/contacts/table';
import { CHANNEL_ROWS, labelOf, SUPPRESSIBLE } from '../../api/channels';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
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
      <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} role="region" aria-label="Addresses">
        <Table aria-label="Addresses">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Address</Table.Th>
              <Table.Th>Channel</Table.Th>
              <Table.Th>Suppression</Table.Th>
              {mayAdd && <Table.Th>Action</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((of) => (
              <Row key={`${of.channel} ${of.address}`} of={of} mayAdd={mayAdd} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
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

function Row({ of, mayAdd }: { of: Address; mayAdd: boolean }) {
  const { data, error, refetch } = useQuery(suppressionQuery(usePlace(), of));
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{of.address}</Table.Td>
      <Table.Td>{labelOf(of.channel)}</Table.Td>
      <Table.Td>
        {error && <Problem error={error} retry={() => void refetch()} />}
        {data === undefined && !error && <Loader size="xs" aria-label="Loading" />}
        {data === null && <Text size="sm">not suppressed</Text>}
        {data && (
          <Stack gap={2}>
            <Reason of={data} />
            <Time at={data.created_at} />
          </Stack>
        )}
      </Table.Td>
      {mayAdd && (
        <Table.Td>
          {data === null && <AddSuppression of={of} />}
          {data && <Lift suppression={data} />}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

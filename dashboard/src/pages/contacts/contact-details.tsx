import { Table, Text } from '@mantine/core';
import { Json } from '../../parts/json';
import type { Contact } from './queries';

/** The identifiers and the attributes of a contact. */
export function ContactDetails({ contact }: { contact: Contact }) {
  const { uuid, emailAddresses, phoneNumbers, externalId, slack, name, username, avatar, meta } = contact;
  const rows: [label: string, values: (string | null)[]][] = [
    ['Name', [name]],
    ['E-mail addresses', emailAddresses],
    ['Phone numbers', phoneNumbers],
    ['External id', [externalId]],
    ['Slack member id', [slack]],
    ['Username', [username]],
    ['Picture', [avatar]],
    ['Contact id', [uuid]],
  ];
  const known = rows
    .map(([label, values]) => ({ label, values: values.filter((value) => value !== null) }))
    .filter(({ values }) => values.length > 0);
  return (
    <>
      <Table aria-label="Identifiers" layout="fixed" mb="md">
        <Table.Tbody>
          {known.map(({ label, values }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" w={130} style={{ verticalAlign: 'top' }}>
                {label}
              </Table.Th>
              <Table.Td>
                {values.map((value) => (
                  <Text key={value} size="sm" className="pre">
                    {value}
                  </Text>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text fw={600} size="sm" mb={4}>
        Attributes
      </Text>
      {Object.keys(meta).length === 0 ? (
        <Text size="sm" c="var(--dimmed-text)">
          The contact has none.
        </Text>
      ) : (
        <Json value={meta} />
      )}
    </>
  );
}

import { Table, Text } from '@mantine/core';
import { Json } from '../../parts/json';
import { ANSWERED } from './naming';
import type { Contact } from './queries';

/** The identifiers and the attributes of a contact. */
export function ContactDetails({ contact }: { contact: Contact }) {
  const { uuid, meta } = contact;
  const rows = ANSWERED.map(({ label, name }) => ({ label, values: [contact[name] ?? []].flat() }));
  const known = [...rows.filter(({ values }) => values.length > 0), { label: 'Contact id', values: [uuid] }];
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

import { Table } from '@mantine/core';

/** Facts of a message, such as its sender. What is not known is left out. */
export const Facts = ({ facts }: { facts: Record<string, string | null | undefined> }) => (
  <Table variant="vertical" layout="fixed" withRowBorders={false}>
    <Table.Tbody>
      {Object.entries(facts).map(([label, value]) =>
        value === null || value === undefined || value === '' ? null : (
          <Table.Tr key={label}>
            <Table.Th w={96}>{label}</Table.Th>
            <Table.Td className="pre">{value}</Table.Td>
          </Table.Tr>
        ),
      )}
    </Table.Tbody>
  </Table>
);

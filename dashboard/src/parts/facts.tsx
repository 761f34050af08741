import { Table, type TableProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactsProps extends TableProps {
  facts: Readonly<Record<string, ReactNode>>;
  /** Width of the column with their names. */
  nameWidth?: number | string;
}

/** Facts of a thing by their names, such as the sender of a message. What is not known is left out. */
export const Facts = ({ facts, nameWidth = 110, ...table }: FactsProps) => (
  <Table layout="fixed" {...table}>
    <Table.Tbody>
      {Object.entries(facts).map(([name, value]) =>
        value === null || value === undefined || value === false || value === '' ? null : (
          <Table.Tr key={name}>
            <Table.Th scope="row" w={nameWidth} style={{ verticalAlign: 'top' }}>
              {name}
            </Table.Th>
            <Table.Td className="pre">{value}</Table.Td>
          </Table.Tr>
        ),
      )}
    </Table.Tbody>
  </Table>
);

import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Whether long words break. */
  breaks?: boolean;
}

interface DataTableProps<Row> {
  label: string;
  /** Pixels. A narrower window scrolls it. */
  minWidth: number;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** False: the column is not shown. */
  columns: readonly (Column<Row> | false)[];
}

/** A table of things that scrolls in a narrow window, also with the keyboard. */
export function DataTable<Row>({ label, minWidth, rows, keyOf, columns }: DataTableProps<Row>) {
  const shown = columns.filter((column) => column !== false);
  return (
    <Table.ScrollContainer minWidth={minWidth} type="native" tabIndex={0} role="region" aria-label={label}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {shown.map(({ head }) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {shown.map(({ head, cell, breaks }) => (
                <Table.Td key={head} style={breaks ? { overflowWrap: 'anywhere' } : undefined}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

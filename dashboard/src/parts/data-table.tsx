import { Table, type TableProps, type TableThProps } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Column<Row> extends Pick<TableThProps, 'w' | 'visibleFrom'> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Whether long words break. */
  breaks?: boolean;
  /** Whether it is at the right, as numbers are. */
  right?: boolean;
  /** Whether it names its row. */
  isName?: boolean;
}

interface DataTableProps<Row> extends TableProps {
  label?: string;
  /** Pixels. A narrower window scrolls it. Absent: it fits each window. */
  minWidth?: number;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** False: the column is not shown. */
  columns: readonly (Column<Row> | false)[];
}

/** A table of things that scrolls in a narrow window, also with the keyboard. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, minWidth, rows, keyOf, columns, ...others } = props;
  const shown = columns.filter((column) => column !== false);
  // A table that scrolls has room for an address in one line.
  const leastWidth = minWidth === undefined ? undefined : '11rem';
  const table = (
    <Table aria-label={label} {...others}>
      <Table.Thead>
        <Table.Tr>
          {shown.map(({ head, w, visibleFrom, right }) => (
            <Table.Th key={head} {...{ w, visibleFrom }} ta={right ? 'right' : undefined}>
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)}>
            {shown.map(({ head, cell, breaks, visibleFrom, right, isName }) => {
              const style = breaks ? { overflowWrap: 'anywhere' as const, minWidth: leastWidth } : undefined;
              const looks = { visibleFrom, ta: right ? ('right' as const) : undefined, style };
              return isName ? (
                <Table.Th key={head} scope="row" fw={400} {...looks}>
                  {cell(row)}
                </Table.Th>
              ) : (
                <Table.Td key={head} {...looks}>
                  {cell(row)}
                </Table.Td>
              );
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
  if (minWidth === undefined) return table;
  return (
    <Table.ScrollContainer minWidth={minWidth} type="native" tabIndex={0} role="region" aria-label={label}>
      {table}
    </Table.ScrollContainer>
  );
}

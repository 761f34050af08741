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
  /** Whether its cells are below each other in a narrow window, each with its head. */
  stacks?: boolean;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** False: the column is not shown. */
  columns: readonly (Column<Row> | false)[];
}

/** A table of things that scrolls in a narrow window, also with the keyboard. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, minWidth, stacks = false, rows, keyOf, columns, ...others } = props;
  const shown = columns.filter((column) => column !== false);
  // A table that scrolls or stacks has room for an address in one line.
  const leastWidth = minWidth === undefined && !stacks ? undefined : '11rem';
  // Blocks in place of rows and cells have no roles.
  const role = (name: string) => (stacks ? { role: name } : {});
  const table = (
    <Table aria-label={label} className={stacks ? 'stacks' : undefined} {...role('table')} {...others}>
      <Table.Thead {...role('rowgroup')}>
        <Table.Tr {...role('row')}>
          {shown.map(({ head, w, visibleFrom, right }) => (
            <Table.Th
              key={head}
              {...{ w, visibleFrom }}
              {...role('columnheader')}
              ta={right ? 'right' : undefined}
            >
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody {...role('rowgroup')}>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)} {...role('row')}>
            {shown.map(({ head, cell, breaks, visibleFrom, right, isName }) => {
              const style = breaks ? { overflowWrap: 'anywhere' as const, minWidth: leastWidth } : undefined;
              const looks = { visibleFrom, ta: right ? ('right' as const) : undefined, style };
              return isName ? (
                <Table.Th key={head} scope="row" fw={400} {...looks} {...role('rowheader')}>
                  {cell(row)}
                </Table.Th>
              ) : (
                <Table.Td key={head} {...looks} {...role('cell')} data-head={stacks ? head : undefined}>
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

import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Outside } from './outside';

interface NamedCellProps {
  id: string;
  description: string | null;
  /** The link to it, with its name. */
  children: ReactNode;
}

/** A thing in a list: its link, its id and what it is. */
export const NamedCell = ({ id, description, children }: NamedCellProps) => (
  <Stack gap={2} style={{ overflowWrap: 'anywhere' }}>
    {children}
    <Text size="xs" c="var(--dimmed-text)">
      {id}
      {description !== null && (
        <>
          {': '}
          <Outside>{description}</Outside>
        </>
      )}
    </Text>
  </Stack>
);

import { Center, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface NothingHereProps {
  title: string;
  /** What to do first. */
  children?: ReactNode;
}

/** What a page shows while there is nothing to show. */
export const NothingHere = ({ title, children }: NothingHereProps) => (
  <Center py={48} px="md">
    <Stack align="center" gap="xs" maw={520}>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="var(--dimmed-text)" ta="center" component="div" className="sentence">
        {children}
      </Text>
    </Stack>
  </Center>
);

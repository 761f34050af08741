import { Box, Group, Text, ThemeIcon } from '@mantine/core';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

interface StepProps {
  number: number;
  title: string;
  done: boolean;
  children: ReactNode;
}

/** A step with its number, or a tick after it is done. */
export const Step = ({ number, title, done, children }: StepProps) => (
  <Group component="li" align="flex-start" wrap="nowrap" gap="sm" mb="md">
    <ThemeIcon radius="xl" size={26} variant={done ? 'filled' : 'light'} color={done ? 'teal' : 'indigo'}>
      {done ? <Check size={16} aria-label="Done" /> : <span>{number}</span>}
    </ThemeIcon>
    <Box style={{ minWidth: 0, flex: 1 }}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {children}
    </Box>
  </Group>
);

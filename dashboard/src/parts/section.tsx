import { Group, Paper, type PaperProps, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps extends PaperProps {
  title: string;
  /** Buttons on the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a page with a title. */
export const Section = ({ title, actions, children, ...paper }: SectionProps) => (
  <Paper withBorder p="md" miw={0} component="section" aria-label={title} {...paper}>
    <Group justify="space-between" mb="sm">
      <Title order={2} size="h5">
        {title}
      </Title>
      {actions}
    </Group>
    {children}
  </Paper>
);

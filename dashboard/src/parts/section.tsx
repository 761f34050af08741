import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  children: ReactNode;
}

/** A part of a page with a title. */
export const Section = ({ title, children }: SectionProps) => (
  <Paper withBorder p="md" component="section" aria-label={title}>
    <Title order={2} size="h5" mb="sm">
      {title}
    </Title>
    {children}
  </Paper>
);

import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { usePlace } from '../layout/place';
import { useFocusAfterNavigation } from './use-focus-after-navigation';
import { Outside } from './outside';
import { isolated } from '../../../core/shared/isolated';

interface PageHeadProps {
  title: string;
  /** One sentence: what the page is for. */
  about?: ReactNode;
  /** Buttons on the right. */
  children?: ReactNode;
}

/** The title of a page, which is also the title of the window. */
export function PageHead({ title, about, children }: PageHeadProps) {
  const { environment } = usePlace();
  const heading = useFocusAfterNavigation();
  useEffect(() => {
    // A tab of the sandbox says so. What is done in the others is done in production.
    document.title = [isolated(title), ...(environment === 'sandbox' ? ['sandbox'] : []), 'Heliograph'].join(
      ' · ',
    );
  }, [title, environment]);
  return (
    <Group justify="space-between" align="flex-start" mb="md" gap="sm">
      <Stack gap={2} style={{ minWidth: 0 }}>
        <Title ref={heading} tabIndex={-1} order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
          <Outside>{title}</Outside>
        </Title>
        {about !== undefined && (
          <Text size="sm" c="var(--dimmed-text)" style={{ overflowWrap: 'anywhere' }}>
            {about}
          </Text>
        )}
      </Stack>
      {children !== undefined && <Group gap="xs">{children}</Group>}
    </Group>
  );
}

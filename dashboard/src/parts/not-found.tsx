import type { ReactNode } from 'react';
import { Center, Stack, Text, Title } from '@mantine/core';
import { AnchorLink } from './link';

export const NotFound = (): ReactNode => (
  <Center mih="60vh" component="main">
    <Stack align="center" gap="xs">
      <Title order={1} size="h3">
        There is no such page
      </Title>
      <Text>The address may have been typed wrongly.</Text>
      <AnchorLink to="/">To the start</AnchorLink>
    </Stack>
  </Center>
);

import { Button, Center } from '@mantine/core';
import type { ReactNode } from 'react';

interface MoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  children: ReactNode;
}

/** A button that shows the next page of a list, if there is one. */
export const More = ({ list, children }: MoreProps) =>
  list.hasNextPage && (
    <Center mt="md">
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {children}
      </Button>
    </Center>
  );

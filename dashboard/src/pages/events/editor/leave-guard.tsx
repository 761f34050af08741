import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { NamedModal } from '../../../parts/named-modal';

/** Asks before the reader leaves changes that are not saved. */
export function LeaveGuard({ isDirty, forget }: { isDirty: boolean; forget: () => void }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <NamedModal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving">
      <Stack>
        <Text size="sm">Your changes of this event are not saved. They are lost if you leave.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            Stay here
          </Button>
          <Button
            color="red"
            onClick={() => {
              forget();
              proceed?.();
            }}
          >
            Leave
          </Button>
        </Group>
      </Stack>
    </NamedModal>
  );
}

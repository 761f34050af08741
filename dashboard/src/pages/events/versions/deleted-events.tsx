import { Group, Paper, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMay } from '../../../api/session';
import { usePlace } from '../../../layout/place';
import { More } from '../../../parts/more';
import { Time } from '../../../parts/time';
import { deletedQuery } from './queries';
import { Restore } from './restore';

/** The deleted events of an environment, each with a way back. Nothing if there is none. */
export function DeletedEvents() {
  const place = usePlace();
  const mayRestore = useMay('editor');
  const list = useInfiniteQuery(deletedQuery(place));
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  if (events.length === 0) return null;
  return (
    <section aria-label="Deleted events">
      <Text fw={600} mb="xs">
        Deleted events
      </Text>
      <Stack component="ul" gap={6} p={0} m={0} maw={640}>
        {events.map(({ name, version, at, by }) => (
          <Paper key={name} component="li" withBorder px="sm" py={6} style={{ listStyle: 'none' }}>
            <Group gap="xs" justify="space-between">
              <div style={{ minWidth: 0 }}>
                <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Text>
                <Text size="xs" component="div" c="var(--dimmed-text)">
                  Deleted by {by?.name ?? 'somebody'} <Time at={at} />
                </Text>
              </div>
              {mayRestore && <Restore name={name} version={version} expected={null} />}
            </Group>
          </Paper>
        ))}
      </Stack>
      <More list={list}>Show more</More>
    </section>
  );
}

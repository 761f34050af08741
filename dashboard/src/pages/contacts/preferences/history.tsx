import { Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { usePlace } from '../../../layout/place';
import { Awaited } from '../../../parts/awaited';
import { More } from '../../../parts/more';
import { NotificationLink } from '../../../parts/notification-link';
import { Outside } from '../../../parts/outside';
import { Time } from '../../../parts/time';
import { type PreferenceChange, preferenceHistoryQuery } from './queries';
import { aboutText, BY, changeText } from './words';

interface HistoryProps {
  contact: string;
  /** What categories are called, by name. */
  titles: ReadonlyMap<string, string>;
}

/** The changes of a contact's preferences, the newest first. */
export function History({ contact, titles }: HistoryProps) {
  const list = useInfiniteQuery(preferenceHistoryQuery(usePlace(), contact));
  const changes = list.data?.pages.flatMap((page) => page.changes) ?? [];
  return (
    <section aria-label="History of the preferences">
      <Text fw={600} size="sm" mb={4}>
        History
      </Text>
      <Awaited query={list} height={60} />
      {list.data && changes.length === 0 && (
        <Text size="sm" c="var(--dimmed-text)">
          Nothing was changed.
        </Text>
      )}
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {changes.map((change) => (
          <Line key={`${change.at} ${JSON.stringify(change.changes)}`} change={change} titles={titles} />
        ))}
      </Stack>
      <More list={list}>Show more changes</More>
    </section>
  );
}

const Line = ({
  change: { at, by, name, notification_id: notification, changes },
  titles,
}: Pick<HistoryProps, 'titles'> & { change: PreferenceChange }) => (
  <Stack component="li" gap={0}>
    <Group gap={6}>
      <Time at={at} />
      <Text size="sm" component="div" c="var(--dimmed-text)">
        {BY[by]}
        {name !== null && (
          <>
            {': '}
            <Outside>{name}</Outside>
          </>
        )}
      </Text>
      {notification !== null && <NotificationLink id={notification}>its notification</NotificationLink>}
    </Group>
    {changes.map((one) => (
      <Text key={`${one.category} ${one.channel}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Outside>{aboutText(one, titles)}</Outside>: {changeText(one)}
      </Text>
    ))}
  </Stack>
);

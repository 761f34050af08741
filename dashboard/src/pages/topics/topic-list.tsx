import { Group, Paper, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { DataTable } from '../../parts/data-table';
import { AnchorLink } from '../../parts/link';
import { More } from '../../parts/more';
import { NamedCell } from '../../parts/named-cell';
import { NothingHere } from '../../parts/nothing-here';
import { Outside } from '../../parts/outside';
import { Time } from '../../parts/time';
import { CategoryName } from './category-name';
import { EditTopic } from './edit-topic';
import { type Topic, topicsQuery } from './queries';
import { sizeText } from './words';

/** The topics of an environment, in the order of their ids. */
export function TopicList() {
  const place = usePlace();
  const mayChange = useMay('editor');
  const list = useInfiniteQuery(topicsQuery(place));
  const topics = list.data?.pages.flatMap((page) => page.topics);
  return (
    <Stack>
      <Awaited query={list} />
      {topics?.length === 0 && (
        <NothingHere title={`No topic in ${place.environment} yet`}>
          A topic is a list of contacts, such as the readers of a newsletter.
        </NothingHere>
      )}
      {topics && topics.length > 0 && <TopicTable topics={topics} />}
      <More list={list}>Show more topics</More>
      {mayChange && list.data && (
        <Group>
          <EditTopic topic={null} />
        </Group>
      )}
    </Stack>
  );
}

const TopicTable = ({ topics }: { topics: readonly Topic[] }) => (
  <Paper withBorder p="xs">
    <DataTable
      label="Topics"
      stacks
      rows={topics}
      keyOf={({ topic }) => topic}
      columns={[
        { head: 'Topic', isName: true, breaks: true, cell: (topic) => <Named topic={topic} /> },
        { head: 'Contacts', cell: (one) => sizeText(one.subscribers, one.subscribers_exact) },
        { head: 'Category', cell: ({ category }) => <CategoryName name={category} />, breaks: true },
        { head: 'Changed', cell: ({ updated_at: at }) => <Time at={at} /> },
      ]}
    />
  </Paper>
);

function Named({ topic: { topic, name, description } }: { topic: Topic }) {
  const place = usePlace();
  return (
    <NamedCell id={topic} description={description}>
      <AnchorLink size="sm" fw={600} to="/$app/$environment/topics/$topic" params={{ ...place, topic }}>
        <Outside>{name}</Outside>
      </AnchorLink>
    </NamedCell>
  );
}

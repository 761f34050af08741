import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { Confirm } from '../../parts/confirm';
import { Facts } from '../../parts/facts';
import { AnchorLink } from '../../parts/link';
import { Outside } from '../../parts/outside';
import { PageHead } from '../../parts/page-head';
import { Section } from '../../parts/section';
import { Time } from '../../parts/time';
import { CategoryName } from './category-name';
import { EditTopic } from './edit-topic';
import { Imports } from './imports';
import { type Topic, TOPIC, topicQuery, topicsKey } from './queries';
import { Subscribers } from './subscribers';
import { sizeText } from './words';

/** One topic: what it is, its imports and its contacts. */
export default function TopicPage(): ReactNode {
  const { topic: id } = useParams({ from: '/signed-in/$app/$environment/topics/$topic' });
  const place = usePlace();
  const mayChange = useMay('editor');
  const mayDelete = useMay('owner');
  const query = useQuery(topicQuery(place, id));
  const topic = query.data;
  const back = (
    <AnchorLink size="sm" to="/$app/$environment/topics" params={place}>
      All topics
    </AnchorLink>
  );
  if (!topic)
    return (
      <>
        <Awaited query={query} title="Topic" />
        {back}
      </>
    );
  return (
    <Stack>
      <PageHead title={topic.name} about={`A topic of ${place.app} in ${place.environment}.`}>
        {mayChange && <EditTopic topic={topic} />}
        {mayDelete && <Delete topic={topic} />}
      </PageHead>
      {back}
      <Section title="What it is">
        <Facts
          facts={{
            Id: topic.topic,
            Contacts: sizeText(topic.subscribers, topic.subscribers_exact),
            Category: <CategoryName name={topic.category} />,
            Description: topic.description !== null && <Outside>{topic.description}</Outside>,
            Created: <Time at={topic.created_at} />,
            Changed: <Time at={topic.updated_at} />,
          }}
        />
      </Section>
      <Imports topic={topic.topic} />
      <Subscribers topic={topic.topic} />
    </Stack>
  );
}

function Delete({ topic: { topic, name } }: { topic: Topic }) {
  const place = usePlace();
  const navigate = useNavigate();
  return (
    <Confirm
      label="Delete"
      title={`Delete ${name}`}
      type={topic}
      change={{
        run: () => api.delete(TOPIC, { ...place, topic }),
        says: `${name} is deleted.`,
        refresh: [[...topicsKey(place), 'list']],
        done: () => void navigate({ to: '/$app/$environment/topics', params: place }),
      }}
    >
      Its subscriptions and imports are removed. Its contacts stay. This cannot be undone.
    </Confirm>
  );
}

import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { usePlace } from '../../layout/place';
import { PageHead } from '../../parts/page-head';
import { TopicList } from './topic-list';

const SegmentList = lazy(() => import('../segments/segment-list'));

/** The topics of an environment, and its segments. */
export default function Topics(): ReactNode {
  const place = usePlace();
  const { tab } = useSearch({ from: '/signed-in/$app/$environment/topics' });
  const navigate = useNavigate();
  return (
    <>
      <PageHead
        title="Topics"
        about={`Lists of contacts, and saved filters of contacts, in ${place.environment}.`}
      />
      <Tabs
        key={`${place.app} ${place.environment}`}
        value={tab ?? 'topics'}
        onChange={(next) =>
          void navigate({
            to: '/$app/$environment/topics',
            params: place,
            search: { tab: next === 'segments' ? next : undefined },
          })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="topics">Topics</Tabs.Tab>
          <Tabs.Tab value="segments">Segments</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="topics">
          <TopicList />
        </Tabs.Panel>
        <Tabs.Panel value="segments">
          <Suspense>
            <SegmentList />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

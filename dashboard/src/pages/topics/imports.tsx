import { Badge, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { Section } from '../../parts/section';
import { Time } from '../../parts/time';
import { useChange } from '../../parts/use-change';
import { download } from '../events/download';
import { ImportFile } from './import-file';
import {
  IMPORTS,
  importsKey,
  importsQuery,
  isUnderWay,
  rejectsOf,
  type TopicImport,
  topicsKey,
} from './queries';

const COLORS: Record<TopicImport['state'], string> = {
  ...{ receiving: 'blue', running: 'blue', stopped: 'gray', done: 'teal' },
};

interface OfTopic {
  topic: string;
}

/** The last imports of a topic, and how far they are. */
export function Imports({ topic }: OfTopic) {
  const place = usePlace();
  const queries = useQueryClient();
  const mayChange = useMay('editor');
  const list = useQuery(importsQuery(place, topic));
  const over = list.data
    ?.filter(({ state }) => !isUnderWay(state))
    .map(({ id }) => id)
    .join();
  const seen = useRef(over);
  // A short import may be over at the first look at it.
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== over)
      void queries.invalidateQueries({ queryKey: topicsKey(place) });
    seen.current = over;
  }, [over, queries, place]);
  if (list.data?.length === 0 && !mayChange) return null;
  return (
    <Section title="Imports" actions={mayChange && <ImportFile topic={topic} />}>
      <Awaited query={list} height={60} />
      {list.data?.length === 0 && (
        <Text size="sm">
          No file was imported yet. A file of CSV or JSON Lines creates contacts and adds them.
        </Text>
      )}
      <Stack gap="md">
        {list.data?.map((one) => (
          <ImportLine key={one.id} topic={topic} one={one} />
        ))}
      </Stack>
    </Section>
  );
}

function ImportLine({ topic, one }: OfTopic & { one: TopicImport }) {
  const { state, rows, read, subscribed, already_subscribed: already, rejected } = one;
  const part = state === 'done' ? 100 : (read / Math.max(1, rows)) * 100;
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Badge variant="light" color={COLORS[state]} radius="sm" tt="none">
          {state}
        </Badge>
        <Time at={one.started_at} />
        <Progress
          value={part}
          color={COLORS[state]}
          aria-label="Progress"
          style={{ flex: '1 1 80px', minWidth: 60 }}
        />
        <Control topic={topic} one={one} />
        {rejected > 0 && <Rejects topic={topic} one={one} />}
      </Group>
      <Text size="sm" aria-live="polite">
        {[read, rows].map((count) => count.toLocaleString('en')).join(' of ')} {rows === 1 ? 'row' : 'rows'}:{' '}
        {subscribed.toLocaleString('en')} added, {already.toLocaleString('en')} already in the topic,{' '}
        {rejected.toLocaleString('en')} rejected
      </Text>
    </Stack>
  );
}

/** The button that stops an import, or lets it continue. */
function Control({ topic, one: { id, state } }: OfTopic & { one: TopicImport }) {
  const place = usePlace();
  const mayChange = useMay('editor');
  const change = useChange({
    run: (what: 'stop' | 'continue') => api.post(`${IMPORTS}/{id}/${what}`, { ...place, topic, id }),
    refresh: [importsKey(place, topic)],
  });
  if (!mayChange || (state !== 'running' && state !== 'stopped')) return null;
  const what = state === 'running' ? 'stop' : 'continue';
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={change.isPending}
      onClick={() => change.mutate(what)}
    >
      {what === 'stop' ? 'Stop' : 'Continue'}
    </Button>
  );
}

/** The button that saves the rows that were not imported as a file. */
function Rejects({ topic, one: { id } }: OfTopic & { one: TopicImport }) {
  const place = usePlace();
  const read = useChange({
    run: async () =>
      download(`${topic}-rejects.csv`, await rejectsOf(place, topic, id), 'text/csv;charset=utf-8'),
    refresh: [],
  });
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={read.isPending}
      onClick={() => read.mutate(undefined)}
    >
      Save rejected rows
    </Button>
  );
}

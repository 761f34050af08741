import { Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlace } from '../../layout/place';
import { Problem } from '../../parts/problem';
import { Editor } from './editor/editor';
import { eventQuery } from './query';

/** The editor of one event: its file, what it looks like, and its steps. */
export default function Event(): ReactNode {
  const { name } = useParams({ from: '/signed-in/$app/$environment/events/$name' });
  const place = usePlace();
  const { data, error, isPending, refetch } = useQuery(eventQuery(place, name));
  if (isPending)
    return (
      <Center py="xl">
        <Loader aria-label="Loading" />
      </Center>
    );
  // A file that is open stays open while the API cannot be reached.
  if (!data) return <Problem error={error} retry={() => void refetch()} />;
  return <Editor key={`${place.app} ${place.environment} ${name}`} event={data} />;
}

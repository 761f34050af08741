import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { Editor } from './editor/editor';
import { EventPause } from './event-pause';
import { eventQuery } from './query';

/** The editor of one event: its file, what it looks like, and its steps. */
export default function Event(): ReactNode {
  const { name } = useParams({ from: '/signed-in/$app/$environment/events/$name' });
  const place = usePlace();
  const operator = useSession().data?.operator.id;
  const { data, error, refetch } = useQuery(eventQuery(place, name));
  // A file that is open stays open while the API cannot be reached.
  if (!data) return <Awaited query={{ data, error, refetch }} title={name} />;
  return (
    <>
      <EventPause event={data} />
      <Editor key={`${operator} ${place.app} ${place.environment} ${name}`} event={data} />
    </>
  );
}

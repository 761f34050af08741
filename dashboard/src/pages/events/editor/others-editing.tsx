import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../api/client';
import { type Place, usePlace } from '../../../layout/place';
import { Outside } from '../../../parts/outside';
import { Time } from '../../../parts/time';

/** The API forgets an editor after three times that. */
const SIGN_OF_LIFE_MS = 20_000;

const say = (place: Place, name: string, open: boolean) =>
  api.put('/admin/v1/applications/{app}/events/{environment}/{name}/editing', {
    ...{ ...place, name, body: { open } },
  });

/** Tells the API that this operator edits an event, and says who else does. */
export function OthersEditing({ name }: { name: string }) {
  const { app, environment } = usePlace();
  const { data } = useQuery({
    queryKey: ['editing', app, environment, name],
    queryFn: () => say({ app, environment }, name, true),
    refetchInterval: SIGN_OF_LIFE_MS,
    gcTime: 0,
  });
  useEffect(
    () => () => {
      // Nobody waits for it, and who does not end it is forgotten.
      void say({ app, environment }, name, false).catch(() => undefined);
    },
    [app, environment, name],
  );
  const others = data?.others ?? [];
  if (others.length === 0) return null;
  return (
    <Alert color="blue" variant="light" mb="md" role="status">
      {others.map(({ id, name: who, since }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Outside>{who}</Outside> (opened <Time at={since} />)
        </span>
      ))}
      {others.length === 1 ? ' has' : ' have'} this event open too. A save never replaces the changes of
      another person.
    </Alert>
  );
}

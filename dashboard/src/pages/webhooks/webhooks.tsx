import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { usePlace } from '../../layout/place';
import { PageHead } from '../../parts/page-head';
import { ShownOnce } from '../../parts/shown-once';
import { Awaited } from '../../parts/awaited';
import { Deliveries } from './deliveries';
import { EndpointCard } from './endpoint-card';
import { EndpointState } from './endpoint-state';
import { NoEndpoint } from './no-endpoint';
import { type Created, endpointQuery } from './queries';
import { Secret } from './secret';
import { WebhookSettings } from './webhook-settings';

/** The webhook endpoint of an environment, and the events that were sent to it. */
export default function Webhooks(): ReactNode {
  const place = usePlace();
  const [created, setCreated] = useState<Created>();
  const { data: endpoint, error, refetch } = useQuery(endpointQuery(place));
  return (
    <>
      <PageHead
        title="Webhooks"
        about={`The endpoint that receives the events of ${place.app} in ${place.environment}.`}
      />
      <Awaited query={{ data: endpoint, error, refetch }} />
      {endpoint === null && <NoEndpoint key={place.app + place.environment} onCreated={setCreated} />}
      {endpoint && (
        // A secret that was shown for one environment is gone in another.
        <Stack key={endpoint.uuid}>
          {created?.webhook.uuid === endpoint.uuid && (
            <ShownOnce title="The signing secret" value={created.signing_secret}>
              Give it to the program that receives the events. Then send a test event.
            </ShownOnce>
          )}
          <EndpointState endpoint={endpoint} />
          <EndpointCard endpoint={endpoint} />
          <Secret endpoint={endpoint} />
          <Deliveries isActive={endpoint.is_active} />
        </Stack>
      )}
      {endpoint !== undefined && <WebhookSettings key={place.app} />}
    </>
  );
}

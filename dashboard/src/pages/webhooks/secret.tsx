import { Text } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../../generated/admin-openapi';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Confirm } from '../../parts/confirm';
import { Section } from '../../parts/section';
import { ShownOnce } from '../../parts/shown-once';
import { exactTime } from '../../parts/time';
import { type Endpoint, endpointQuery } from './queries';

type Rotated = components['schemas']['WebhookSecretRotated'];

/** The signing secret of the endpoint: whether it is being rotated, and its rotation. */
export function Secret({ endpoint }: { endpoint: Endpoint }) {
  const place = usePlace();
  const mayRotate = useMay('owner');
  const [rotated, setRotated] = useState<Rotated | null>(null);
  const { previous_secret_until: until } = endpoint;
  return (
    <Section
      title="Signing secret"
      actions={
        mayRotate && (
          <Confirm
            label="Rotate"
            title="Rotate the signing secret"
            change={{
              run: () => api.post('/admin/v1/applications/{app}/webhooks/{environment}/rotate-secret', place),
              refresh: [endpointQuery(place).queryKey],
              done: setRotated,
            }}
          >
            The new secret is shown once, and signs at once. For 24 hours each request has a signature with
            the earlier secret too, so that the receiver has time to change. If you lose the new secret,
            rotate again.
          </Confirm>
        )
      }
    >
      {rotated && (
        <ShownOnce title="The new signing secret" value={rotated.signing_secret}>
          {aboutRotated(rotated)}
        </ShownOnce>
      )}
      <Text size="sm">
        {until === null
          ? 'Each request is signed with it. It is not shown here.'
          : `It was rotated. Requests are signed with the earlier secret too, until ${exactTime(until)}.`}
      </Text>
    </Section>
  );
}

function aboutRotated({
  previous_secret_until: until,
  earlier_rotation_cut_short: cutShort,
}: Rotated): string {
  const overlap = `Give it to the receiver. The earlier secret signs too, until ${exactTime(until)}.`;
  return cutShort
    ? `${overlap} There were too many rotations: the oldest secret was still valid, and no longer is.`
    : overlap;
}

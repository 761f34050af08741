import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { type Place, usePlace } from '../../layout/place';
import { AnchorLink } from '../../parts/link';
import { Time } from '../../parts/time';
import type { Broadcast } from './queries';

interface Words {
  why: string;
  /** What somebody can do about it. */
  action?: (place: Place, broadcast: Broadcast) => ReactNode;
}

const settings = (label: string) => (place: Place) => (
  <AnchorLink size="sm" c="inherit" underline="always" to="/$app/$environment/usage" params={place}>
    {label}
  </AnchorLink>
);
const ofEvent =
  (label: string) =>
  (place: Place, { event }: Broadcast) => (
    <AnchorLink
      size="sm"
      c="inherit"
      underline="always"
      to="/$app/$environment/events/$name"
      params={{ ...place, name: event }}
    >
      {label}
    </AnchorLink>
  );
const integrations = (place: Place) => (
  <AnchorLink size="sm" c="inherit" underline="always" to="/$app/$environment/integrations" params={place}>
    See the integrations
  </AnchorLink>
);

const WORDS: Readonly<Record<string, Words>> = {
  QUOTA_EXCEEDED: { why: 'A quota is used up.', action: settings('See the quotas') },
  SUBSCRIPTION_INACTIVE: {
    why: 'The application is not active.',
    action: settings('See its settings'),
  },
  EVENT_NOT_FOUND: {
    why: 'Its event was deleted.',
    action: (place) => (
      <AnchorLink size="sm" c="inherit" underline="always" to="/$app/$environment/events" params={place}>
        Restore the event
      </AnchorLink>
    ),
  },
  EVENT_PAUSED: { why: 'Its event is paused.', action: ofEvent('Resume the event') },
  TENANT_NOT_FOUND: {
    why: 'Its tenant was deleted.',
    action: (place) => (
      <AnchorLink size="sm" c="inherit" underline="always" to="/$app/$environment/tenants" params={place}>
        Create the tenant again
      </AnchorLink>
    ),
  },
  WARM_UP: {
    why: 'The warm-up of its integration allows no more messages today.',
    action: integrations,
  },
  PROVIDER_RESTS: { why: 'No provider takes messages at the moment.', action: integrations },
};

/** Why a broadcast that runs reaches nobody, since when, and what to do. */
export function BlockedAlert({
  blocked: { code, since, until },
  broadcast,
}: {
  blocked: NonNullable<Broadcast['blocked']>;
  broadcast: Broadcast;
}) {
  const place = usePlace();
  const { why, action } = WORDS[code] ?? { why: `It is stopped by ${code}.` };
  return (
    <Alert color="orange" variant="light" title="It reaches nobody at the moment" role="alert">
      <Text size="sm" component="div">
        {why} Since <Time at={since} />.{' '}
        {until === null ? (
          'It continues after somebody has changed that.'
        ) : (
          <>
            It continues by itself <Time at={until} />.
          </>
        )}{' '}
        {action?.(place, broadcast)}
      </Text>
    </Alert>
  );
}

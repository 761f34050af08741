import { Text } from '@mantine/core';
import type { Verdict } from '../api/types';
import { usePlace } from '../layout/place';
import { AnchorLink } from './link';
import { Outside } from './outside';

/** Names the broadcast that a notification is a recipient of, and links to it. */
export function BroadcastLink({ broadcast }: { broadcast: NonNullable<Verdict['broadcast']> }) {
  const place = usePlace();
  const { id, name, state } = broadcast;
  return (
    <Text size="sm" component="div">
      Of the broadcast{' '}
      <AnchorLink
        size="sm"
        // The colour of links is too faint on the coloured card of a verdict.
        c="inherit"
        underline="always"
        to="/$app/$environment/broadcasts/$broadcast"
        params={{ ...place, broadcast: id }}
        style={{ overflowWrap: 'anywhere' }}
      >
        {name === null ? id.slice(0, 8) : <Outside>{name}</Outside>}
      </AnchorLink>
      , which is {state}
    </Text>
  );
}

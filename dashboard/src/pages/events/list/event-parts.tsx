import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { useMay } from '../../../api/session';
import { usePlace } from '../../../layout/place';
import { AnchorLink } from '../../../parts/link';
import { download } from '../download';
import { type EventLine, otherPlace } from '../query';
import { DeleteEvent } from './delete-event';
import { Languages } from './languages';

/** An event of the list, and the event of that name in the other environment. */
export interface EventProps {
  event: EventLine;
  /** Null: the other environment does not have it. Undefined: it is not known yet. */
  other: EventLine | null | undefined;
}

/** The name of an event, which leads to its editor. */
export function EventName({ name }: { name: string }) {
  const place = usePlace();
  return (
    <AnchorLink
      to="/$app/$environment/events/$name"
      params={{ ...place, name }}
      fw={600}
      style={{ overflowWrap: 'anywhere' }}
    >
      {name}
    </AnchorLink>
  );
}

/** The channels and languages of an event, from its file. */
export const EventLanguages = ({ event }: { event: EventLine }) => (
  <Languages event={event} source={event.source} />
);

/** Says whether the other environment has the same file. */
export function Compared({ event, other }: EventProps) {
  const place = usePlace();
  const { environment } = otherPlace(place);
  if (other === null)
    return (
      <Badge variant="default" tt="none" radius="sm">
        Only in {place.environment}
      </Badge>
    );
  if (other === undefined) return <Skeleton height={20} width={120} aria-label="Loading" role="status" />;
  if (typeof event.source !== 'string' || typeof other.source !== 'string')
    return <Text size="sm">Not known: a file is missing</Text>;
  return event.source === other.source ? (
    <Text size="sm">Same as {environment}</Text>
  ) : (
    <Badge color="orange.9" tt="none" radius="sm">
      Differs from {environment}
    </Badge>
  );
}

/** What can be done with an event of the list. */
export function EventActions({ event }: { event: EventLine }) {
  const { source } = event;
  const mayDelete = useMay('owner');
  return (
    <Group gap="xs" wrap="nowrap">
      {typeof source === 'string' && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Export ${event.name}.yaml`}
          onClick={() => download(`${event.name}.yaml`, source)}
        >
          Export
        </Button>
      )}
      {mayDelete && <DeleteEvent name={event.name} />}
    </Group>
  );
}

import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../../api/session';
import { usePlace } from '../../../layout/place';
import { AnchorLink } from '../../../parts/link';
import { download } from '../download';
import { type EventLine, otherPlace, sourceQuery } from '../query';
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
export function EventLanguages({ event }: { event: EventLine }) {
  const { data, isPending } = useQuery(sourceQuery(usePlace(), event));
  if (isPending) return <Skeleton height={20} width={160} aria-label="Loading" role="status" />;
  return <Languages event={event} source={data} />;
}

/** Says whether the other environment has the same file. */
export function Compared({ event, other }: EventProps) {
  const place = usePlace();
  const { environment } = otherPlace(place);
  const mine = useQuery(sourceQuery(place, event));
  const theirs = useQuery({
    ...sourceQuery(otherPlace(place), other ?? event),
    enabled: other !== null && other !== undefined,
  });
  if (other === null)
    return (
      <Badge variant="default" tt="none" radius="sm">
        Only in {place.environment}
      </Badge>
    );
  if (mine.isError || theirs.isError) return <Text size="sm">Not known</Text>;
  if (mine.data === undefined || theirs.data === undefined)
    return <Skeleton height={20} width={120} aria-label="Loading" role="status" />;
  if (mine.data === null || theirs.data === null) return <Text size="sm">Not known: a file is missing</Text>;
  return mine.data === theirs.data ? (
    <Text size="sm">Same as {environment}</Text>
  ) : (
    <Badge color="orange.9" tt="none" radius="sm">
      Differs from {environment}
    </Badge>
  );
}

/** What can be done with an event of the list. */
export function EventActions({ event }: { event: EventLine }) {
  const { data } = useQuery(sourceQuery(usePlace(), event));
  const mayDelete = useMay('owner');
  return (
    <Group gap="xs" wrap="nowrap">
      {typeof data === 'string' && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Export ${event.name}.yaml`}
          onClick={() => download(`${event.name}.yaml`, data)}
        >
          Export
        </Button>
      )}
      {mayDelete && <DeleteEvent name={event.name} />}
    </Group>
  );
}

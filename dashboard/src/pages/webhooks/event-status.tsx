import { Badge } from '@mantine/core';
import type { EventStatus } from './search';

const COLORS: Readonly<Record<EventStatus, string>> = {
  pending: 'blue',
  delivered: 'teal',
  failed: 'red',
  dropped: 'gray',
};

/** The status of an event. The word says it, and the colour repeats it. */
export const EventStatusBadge = ({ status }: { status: EventStatus }) => (
  <Badge variant="light" color={COLORS[status]} radius="sm" tt="none" className="status">
    {status}
  </Badge>
);

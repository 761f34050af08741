import { Badge } from '@mantine/core';
import type { MessageDetails, NotificationStatus } from '../api/types';

type Status = NotificationStatus | MessageDetails['status'];

const COLORS: Record<Status, string> = {
  running: 'blue',
  waiting: 'violet',
  completed: 'teal',
  failed: 'red',
  stopped: 'gray',
  queued: 'blue',
  sent: 'teal',
  delivered: 'green',
};

/** The status of a notification or a message. The word says it, and the colour repeats it. */
export const StatusBadge = ({ status }: { status: Status }) => (
  <Badge variant="light" color={COLORS[status]} radius="sm" tt="none" className="status">
    {status}
  </Badge>
);

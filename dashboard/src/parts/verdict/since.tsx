import { Tooltip } from '@mantine/core';
import { exactTime } from '../time';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** A time of day, and before today its day: "20:07", "3 Mar 20:07". The tooltip has the exact one. */
export function Since({ at }: { at: string }) {
  const then = new Date(at);
  const isToday = then.toDateString() === new Date().toDateString();
  return (
    <Tooltip label={exactTime(at)}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {isToday ? clock.format(then) : `${day.format(then)} ${clock.format(then)}`}
      </time>
    </Tooltip>
  );
}

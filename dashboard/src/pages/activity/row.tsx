import { Checkbox, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { NotificationLine } from '../../api/types';
import { usePlace } from '../../layout/place';
import { StatusBadge } from '../../parts/status';
import { Time } from '../../parts/time';
import { Outside } from '../../parts/outside';

interface RowProps {
  line: NotificationLine;
  /** Null: nothing can be selected. */
  selected: boolean | null;
  select: (id: string, selected: boolean) => void;
  narrow: boolean;
}

const COLUMNS = '1.2fr 1.6fr 1.6fr 110px 130px';

/** What the columns of a wide list are. */
export const RowHead = ({ selectable }: { selectable: boolean }) => (
  <div
    className="row"
    style={{ gridTemplateColumns: selectable ? '28px 1fr' : '1fr', paddingBlock: 8 }}
    aria-hidden
  >
    {selectable && <span />}
    <div style={{ display: 'grid', gridTemplateColumns: COLUMNS, gap: '0.75rem' }}>
      {['Event', 'Recipient', 'Messages', 'Status', 'Accepted'].map((head) => (
        <Text key={head} size="xs" fw={650}>
          {head}
        </Text>
      ))}
    </div>
  </div>
);

/** One notification. The whole row leads to its page. */
export function Row({ line, selected, select, narrow }: RowProps) {
  const place = usePlace();
  const { name, email } = line.contact;
  const who = name ?? email ?? line.messages.find(({ address }) => address)?.address ?? 'nobody';
  const failure = line.messages.find(({ error_code: code }) => code)?.error_code;
  return (
    <div
      className="row"
      style={{ height: '100%', gridTemplateColumns: selected === null ? '1fr' : '28px 1fr' }}
    >
      {selected !== null && (
        <Checkbox
          size="xs"
          aria-label={`Select ${line.event} to ${who}`}
          checked={selected}
          onChange={(event) => select(line.id, event.currentTarget.checked)}
        />
      )}
      <Link
        className="rows-link"
        to="/$app/$environment/notifications/$id"
        params={{ ...place, id: line.id }}
        style={{
          display: 'grid',
          gridTemplateColumns: narrow ? '1fr auto' : COLUMNS,
          gap: '0.75rem',
          alignItems: 'center',
          minWidth: 0,
        }}
      >
        <Text size="sm" fw={550} className="cut">
          {line.event}
          {narrow && (
            <Text span size="xs" c="var(--dimmed-text)" display="block" className="cut">
              <Outside cut>{who}</Outside>
            </Text>
          )}
          {narrow && failure !== undefined && (
            <Text span size="xs" c="var(--mantine-color-red-light-color)" display="block" className="cut">
              {failure}
            </Text>
          )}
        </Text>
        {!narrow && (
          <Text size="sm" className="cut">
            <Outside cut>{who}</Outside>
          </Text>
        )}
        {!narrow && (
          <Text size="sm" className="cut" c="var(--dimmed-text)">
            {line.messages
              .map(({ channel, provider }) => (provider ? `${channel} (${provider})` : channel))
              .join(', ')}
            {failure !== undefined && ` ${failure}`}
          </Text>
        )}
        <Stack gap={2} align={narrow ? 'flex-end' : 'flex-start'}>
          <StatusBadge status={line.status} />
          {narrow && <Time at={line.started_at} />}
        </Stack>
        {!narrow && <Time at={line.started_at} />}
      </Link>
    </div>
  );
}

import { Group, Text, Timeline } from '@mantine/core';
import { Check, Clock, type LucideIcon, Minus, X } from 'lucide-react';
import type { ExplainEntry } from '../api/types';
import { usePlace } from '../layout/place';
import { AnchorLink } from './link';
import { TextWithTimes } from './text-with-times';
import { Time } from './time';

/** How an entry of a story looks, by its kind. */
export const LOOKS: Record<ExplainEntry['kind'], { color: string; icon: LucideIcon; word: string }> = {
  done: { color: 'teal.8', icon: Check, word: 'Done' },
  failed: { color: 'red.8', icon: X, word: 'Failed' },
  waiting: { color: 'violet.8', icon: Clock, word: 'Waiting' },
  skipped: { color: 'gray.7', icon: Minus, word: 'Skipped' },
};

interface StoryProps {
  /** Oldest first. */
  entries: readonly ExplainEntry[];
  /** When it continues, ISO 8601. Absent or null: that is not known. */
  nextAt?: string | null;
  /** Version of its event when it was accepted. Absent or null: that is not known. */
  eventVersion?: number | null;
}

/** What happened to a notification, as the server tells it. */
export function Story({ entries, nextAt = null, eventVersion = null }: StoryProps) {
  const place = usePlace();
  return (
    <Timeline bulletSize={22} lineWidth={2} active={entries.length}>
      {entries.map(({ at, kind, code, text, quote, event, integration_id: integration }, index) => {
        const { color, icon: Icon, word } = LOOKS[kind];
        return (
          <Timeline.Item
            key={`${index} ${code}`}
            color={color}
            bullet={<Icon size={13} aria-label={word} />}
            title={
              <Text size="sm" fw={500} className="pre" dir="auto">
                <TextWithTimes>{text}</TextWithTimes>
              </Text>
            }
          >
            <Group gap="xs" c="var(--dimmed-text)">
              <Time at={at} />
              {code === 'ACCEPTED' && event !== null && (
                <AnchorLink
                  to="/$app/$environment/events/$name"
                  params={{ ...place, name: event }}
                  search={eventVersion === null ? {} : { view: 'versions', version: eventVersion }}
                  size="sm"
                >
                  {eventVersion === null ? 'Event' : `Event, version ${eventVersion}`}
                </AnchorLink>
              )}
              {integration !== undefined && (
                <AnchorLink
                  to="/$app/$environment/integrations"
                  params={place}
                  search={{ edit: integration }}
                  size="sm"
                >
                  Integration
                </AnchorLink>
              )}
            </Group>
            {code === 'NOW' && nextAt !== null && (
              <Text size="sm">
                Next: <Time at={nextAt} />
              </Text>
            )}
            {quote !== null && quote !== '' && (
              <Text size="xs" ff="monospace" className="pre" dir="auto" c="var(--dimmed-text)">
                {quote}
              </Text>
            )}
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

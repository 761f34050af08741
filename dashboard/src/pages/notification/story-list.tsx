import { Text, Timeline } from '@mantine/core';
import { Check, Clock, Dot, X } from 'lucide-react';
import type { NotificationDetails } from '../../api/types';
import { Time } from '../../parts/time';
import { type Moment, storyOf } from './story';

const LOOKS: Record<Moment['kind'], { color: string; icon: typeof Check; word: string }> = {
  done: { color: 'teal.8', icon: Check, word: 'Done' },
  failed: { color: 'red.8', icon: X, word: 'Failed' },
  waiting: { color: 'violet.8', icon: Clock, word: 'Waiting' },
  note: { color: 'gray.7', icon: Dot, word: 'Note' },
};

/** What happened to a notification, the oldest first. */
export function Story({ notification }: { notification: NotificationDetails }) {
  const moments = storyOf(notification);
  return (
    <section aria-label="Story">
      <Timeline bulletSize={22} lineWidth={2} active={moments.length}>
        {moments.map(({ key, at, kind, title, text, raw }) => {
          const { color, icon: Icon, word } = LOOKS[kind];
          return (
            <Timeline.Item
              key={key}
              color={color}
              bullet={<Icon size={13} aria-label={word} />}
              title={
                <Text size="sm" fw={550}>
                  {title}
                </Text>
              }
            >
              {at !== null && <Time at={at} />}
              {text !== null && text !== undefined && (
                <Text size="sm" className="pre">
                  {text}
                </Text>
              )}
              {raw !== null && raw !== undefined && raw !== '' && (
                <Text size="xs" ff="monospace" className="pre" c="var(--dimmed-text)">
                  {raw}
                </Text>
              )}
            </Timeline.Item>
          );
        })}
      </Timeline>
    </section>
  );
}

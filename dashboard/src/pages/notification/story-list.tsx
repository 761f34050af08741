import { Text, Timeline } from '@mantine/core';
import { Check, Clock, type LucideIcon, Minus, X } from 'lucide-react';
import type { NotificationDetails } from '../../api/types';
import { Time } from '../../parts/time';

type Entry = NotificationDetails['story'][number];

const LOOKS: Record<Entry['kind'], { color: string; icon: LucideIcon; word: string }> = {
  done: { color: 'teal.8', icon: Check, word: 'Done' },
  failed: { color: 'red.8', icon: X, word: 'Failed' },
  waiting: { color: 'violet.8', icon: Clock, word: 'Waiting' },
  skipped: { color: 'gray.7', icon: Minus, word: 'Skipped' },
};

/** What happened to a notification as the server tells it, oldest first. */
export function Story({ notification: { story, next } }: { notification: NotificationDetails }) {
  return (
    <section aria-label="Story">
      <Timeline bulletSize={22} lineWidth={2} active={story.length}>
        {story.map(({ at, kind, code, text, quote }, index) => {
          const { color, icon: Icon, word } = LOOKS[kind];
          return (
            <Timeline.Item
              key={`${index} ${code}`}
              color={color}
              bullet={<Icon size={13} aria-label={word} />}
              title={
                <Text size="sm" fw={500} className="pre" dir="auto">
                  {text}
                </Text>
              }
            >
              <Text size="sm" c="var(--dimmed-text)">
                <Time at={at} />
              </Text>
              {code === 'NOW' && next !== null && next.at !== null && (
                <Text size="sm">
                  Next: <Time at={next.at} />
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
    </section>
  );
}

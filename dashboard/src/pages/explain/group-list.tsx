import { Box, Group as Row, Stack, Text } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { LOOKS, Story } from '../../parts/story';
import { BroadcastLink } from '../../parts/broadcast-link';
import { NotificationLink } from '../../parts/notification-link';
import { Time } from '../../parts/time';
import { VERDICT_LOOKS } from '../../parts/verdict/looks';
import { VerdictSentence } from '../../parts/verdict/sentence';
import type { Group } from './groups';

/** What happened to each notification of a person: its verdict, and the evidence if one opens it. */
export const GroupList = ({ groups }: { groups: readonly Group[] }) => (
  <Stack gap={0} component="ul" className="explained">
    {groups.map((group) => (
      <li key={group.verdict?.notification_id ?? `${group.entries[0].at} ${group.entries[0].text}`}>
        <GroupRow {...group} />
      </li>
    ))}
  </Stack>
);

function GroupRow({ verdict, entries }: Group) {
  const [{ at, event, kind, text }] = entries;
  if (!verdict?.notification_id)
    return (
      <Line look={LOOKS[kind]} event={event} at={at}>
        <span dir="auto" className="pre">
          {text}
        </span>
      </Line>
    );
  const { notification_id: id, state, broadcast } = verdict;
  const { color, ...look } = VERDICT_LOOKS[state];
  return (
    <details>
      <summary>
        <Line look={{ ...look, color: `${color}.8` }} event={event} at={at}>
          <VerdictSentence verdict={verdict} />
        </Line>
      </summary>
      <Stack gap="xs" align="flex-start" pl={34} pt="sm" pb="md">
        <Story entries={entries} />
        {broadcast && <BroadcastLink broadcast={broadcast} />}
        <NotificationLink id={id}>Open the notification {id.slice(0, 8)}</NotificationLink>
      </Stack>
    </details>
  );
}

interface LineProps {
  look: { color: string; icon: LucideIcon; word: string };
  event: string | null;
  /** When it began. */
  at: string;
  children: ReactNode;
}

function Line({ look: { color, icon: Icon, word }, event, at, children }: LineProps) {
  return (
    <Row gap="sm" wrap="nowrap" align="flex-start" flex={1} miw={0}>
      <Text c={color} span pt={3} lh={1}>
        <Icon size={16} aria-label={word} />
      </Text>
      <Box flex={1} miw={0}>
        <Row gap="xs" justify="space-between">
          <Text size="sm" fw={600} className="pre">
            <bdi>{event ?? 'All events'}</bdi>
          </Text>
          <Text size="sm" c="var(--dimmed-text)" span>
            <Time at={at} />
          </Text>
        </Row>
        <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
          {children}
        </Text>
      </Box>
    </Row>
  );
}

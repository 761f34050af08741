import { Box, Group as Row, Stack, Text } from '@mantine/core';
import { LOOKS, Story } from '../../parts/story';
import { NotificationLink } from '../../parts/notification-link';
import { Time } from '../../parts/time';
import type { Group } from './groups';

/** What happened to each notification of a person: its verdict, and the evidence if one opens it. */
export const GroupList = ({ groups }: { groups: readonly Group[] }) => (
  <Stack gap={0} component="ul" className="explained">
    {groups.map((group) => (
      <li key={group.id ?? `${group.verdict.at} ${group.verdict.text}`}>
        <GroupRow {...group} />
      </li>
    ))}
  </Stack>
);

function GroupRow({ id, verdict, entries }: Group) {
  if (id === null) return <Verdict entry={verdict} />;
  return (
    <details>
      <summary>
        <Verdict entry={verdict} begun={entries[0]?.at} />
      </summary>
      <Box pl={34} pt="sm" pb="md">
        <Story entries={entries} />
        <NotificationLink id={id}>Open the notification {id.slice(0, 8)}</NotificationLink>
      </Box>
    </details>
  );
}

function Verdict({
  entry: { kind, event, text, at },
  begun = at,
}: {
  entry: Group['verdict'];
  begun?: string;
}) {
  const { color, icon: Icon, word } = LOOKS[kind];
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
            <Time at={begun} />
          </Text>
        </Row>
        <Text size="sm" className="pre" dir="auto" lineClamp={3}>
          {text}
        </Text>
      </Box>
    </Row>
  );
}

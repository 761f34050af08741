import { Badge, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { usePlace } from '../../../layout/place';
import { Awaited } from '../../../parts/awaited';
import { More } from '../../../parts/more';
import { Time } from '../../../parts/time';
import type { EventDetails } from '../query';
import { readEventSearch } from '../search';
import { type EventVersion, versionsQuery } from './queries';
import { VersionDiff } from './version-diff';
import { viaWords } from './words';

interface VersionsProps {
  event: EventDetails;
  /** Whether the page has changes that are not saved. */
  isDirty: boolean;
}

/** The versions of an event: who changed it, when and how, what changed, and a way back. */
export default function Versions({ event, isDirty }: VersionsProps) {
  const place = usePlace();
  const asked = readEventSearch(useSearch({ strict: false })).version;
  const [chosen, choose] = useState(asked);
  const list = useInfiniteQuery(versionsQuery(place, event.name));
  if (!list.data) return <Awaited query={list} height={160} />;
  const versions = list.data.pages.flatMap((page) => page.versions);
  const shown = versions.find(({ version }) => version === chosen);
  if (versions.length === 0)
    return (
      <Text size="sm">
        An older release stored this event. Its versions are kept from the next change on.
      </Text>
    );
  return (
    <Stack>
      <Text size="sm" c="var(--dimmed-text)">
        Each saved change is a version. Choose one to see what it changed, or to restore it.
      </Text>
      <Stack component="ul" gap={6} p={0} m={0} aria-label="Versions">
        {versions.map((version) => (
          <Line
            key={version.version}
            version={version}
            isCurrent={version.version === event.version}
            isChosen={version === shown}
            choose={() => choose(version === shown ? undefined : version.version)}
          >
            {version === shown && (
              <VersionDiff
                key={version.version}
                event={event}
                version={version}
                previous={versions[versions.indexOf(version) + 1]}
                isDirty={isDirty}
              />
            )}
          </Line>
        ))}
      </Stack>
      <More list={list}>Show older versions</More>
    </Stack>
  );
}

interface LineProps {
  version: EventVersion;
  isCurrent: boolean;
  isChosen: boolean;
  choose: () => void;
  children: React.ReactNode;
}

const Line = ({ version, isCurrent, isChosen, choose, children }: LineProps) => (
  <Paper component="li" withBorder style={{ listStyle: 'none' }}>
    <UnstyledButton w="100%" px="sm" py={8} aria-expanded={isChosen} onClick={choose}>
      <Group gap="xs" wrap="wrap">
        <Text size="sm" fw={600} component="span">
          Version {version.version}
        </Text>
        {isCurrent && (
          <Badge variant="light" tt="none" radius="sm">
            now
          </Badge>
        )}
        <Text size="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
          {version.by?.name ?? 'Unknown'}, {viaWords(version)}
        </Text>
        <Text size="sm" component="span" c="var(--dimmed-text)" ms="auto">
          <Time at={version.at} />
        </Text>
      </Group>
    </UnstyledButton>
    {children}
  </Paper>
);

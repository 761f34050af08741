import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../../api/session';
import { usePlace } from '../../../layout/place';
import { Problem } from '../../../parts/problem';
import { MergeFiles } from '../code/code';
import { download } from '../download';
import type { EventDetails } from '../query';
import { type EventVersion, versionQuery } from './queries';
import { Restore } from './restore';

interface VersionDiffProps {
  event: EventDetails;
  version: EventVersion;
  /** The version before. Absent: none is kept, or none is loaded. */
  previous: EventVersion | undefined;
  isDirty: boolean;
}

/** What a version changed, or how it differs from the event now. */
export function VersionDiff({ event, version: { version }, previous, isDirty }: VersionDiffProps) {
  const place = usePlace();
  const mayChange = useMay('editor');
  const isCurrent = version === event.version;
  const [against, compareWith] = useState<'previous' | 'now'>(isCurrent ? 'previous' : 'now');
  const own = useQuery(versionQuery(place, event.name, version));
  const older = useQuery({
    ...versionQuery(place, event.name, previous?.version ?? 0),
    enabled: previous !== undefined,
  });
  const error = own.error ?? (previous ? older.error : null);
  if (error)
    return <Problem error={error} retry={() => void Promise.all([own.refetch(), older.refetch()])} />;
  if (!own.data || (previous && !older.data))
    return <Skeleton height={160} m="sm" aria-label="Loading" role="status" />;
  const { source } = own.data;
  if (source === null)
    return (
      <Text size="sm" p="sm">
        An older release stored this version without its file.
      </Text>
    );
  const withNow = against === 'now';
  const before = withNow
    ? { label: 'The event now', text: event.source ?? '' }
    : {
        label: previous ? `Version ${previous.version}` : 'Nothing before',
        text: (previous && older.data?.source) ?? '',
      };
  return (
    <Stack px="sm" pb="sm" gap="xs">
      <Group gap="xs">
        {!isCurrent && (
          <SegmentedControl
            size="xs"
            aria-label="Compare with"
            data={[
              { value: 'now', label: 'What a restore changes' },
              { value: 'previous', label: 'What it changed' },
            ]}
            value={against}
            onChange={(next) => compareWith(next)}
          />
        )}
        <Button
          size="xs"
          variant="default"
          onClick={() => download(`${event.name}.yaml`, source)}
          aria-label={`Export version ${version}`}
        >
          Export
        </Button>
        {mayChange && !isCurrent && (
          <Restore name={event.name} version={version} expected={event.version} isDirty={isDirty} />
        )}
      </Group>
      {before.text === source ? (
        <Text size="sm">The files are the same.</Text>
      ) : (
        <MergeFiles before={before} after={{ label: `Version ${version}`, text: source }} />
      )}
    </Stack>
  );
}

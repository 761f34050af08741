import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button, Text } from '@mantine/core';
import type { components } from '../../../../../generated/admin-openapi';
import { api } from '../../../api/client';
import { useMay } from '../../../api/session';
import { type Place, usePlace } from '../../../layout/place';
import { DataTable } from '../../../parts/data-table';
import { PausedBadge } from '../../../parts/pausing';
import { Problem } from '../../../parts/problem';
import { Section } from '../../../parts/section';
import { Time } from '../../../parts/time';
import { useChange } from '../../../parts/use-change';

type HeldPrefix = components['schemas']['HeldPrefix'];

const GUARD = '/admin/v1/applications/{app}/sms-guard/{environment}';
const EVERY_MS = 10_000;

const heldQuery = (place: Place) =>
  queryOptions({
    queryKey: ['held prefixes', place.app, place.environment],
    queryFn: () => api.get(GUARD, { ...place }),
    refetchInterval: EVERY_MS,
  });

/** What the guard against SMS pumping holds, and why. Nothing is shown while it holds nothing. */
export function HeldPrefixes() {
  const { data, error, refetch } = useQuery(heldQuery(usePlace()));
  const mayChange = useMay('editor');
  if (!error && !data?.prefixes.length) return null;
  return (
    <Section title="Held by the SMS guard">
      {error && <Problem error={error} retry={() => void refetch()} />}
      {data && (
        <>
          <Text size="sm" mb="sm">
            Too few recipients used their codes. The SMS wait, and are sent when the hold ends or is resumed.
          </Text>
          <DataTable
            label="Held by the SMS guard"
            stacks
            rows={data.prefixes}
            keyOf={({ prefix }) => prefix}
            columns={[
              { head: 'Prefix', isName: true, cell: ({ prefix }) => <b>{prefix}</b> },
              {
                head: 'Without a follow-up',
                cell: ({ sent, followed }) =>
                  `${(sent - followed).toLocaleString('en')} of ${sent.toLocaleString('en')} SMS`,
              },
              { head: 'Since', cell: ({ pause }) => <Time at={pause.since} /> },
              { head: 'Ends', cell: ({ ends_at: at }) => (at === null ? '–' : <Time at={at} />) },
              { head: 'Waiting', cell: ({ pause }) => pause.held.toLocaleString('en') },
              {
                head: 'Action',
                cell: (held) =>
                  mayChange && held.pause.resumed_at === null ? (
                    <Resume held={held} />
                  ) : (
                    <PausedBadge pause={held.pause} />
                  ),
              },
            ]}
          />
        </>
      )}
    </Section>
  );
}

function Resume({ held: { prefix } }: { held: HeldPrefix }) {
  const place = usePlace();
  const resume = useChange({
    run: () => api.post(`${GUARD}/{prefix}/resume`, { ...place, prefix }),
    says: `${prefix} is resumed.`,
    refresh: [heldQuery(place).queryKey, ['incidents']],
  });
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`Resume ${prefix}`}
      loading={resume.isPending}
      onClick={() => resume.mutate(undefined)}
    >
      Resume
    </Button>
  );
}

import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Channel, Integration, Pause, Statistics } from '../../api/types';
import { usePlace } from '../../layout/place';
import { DataTable } from '../../parts/data-table';
import { AnchorLink } from '../../parts/link';
import { Awaited } from '../../parts/awaited';
import { Section } from '../../parts/section';
import type { ActivitySearch } from '../activity/search';
import { RowsLink } from '../activity/rows-link';
import { HealthBadge } from '../integrations/health';
import { providerName } from '../integrations/provider-name';
import { integrationsQuery } from '../integrations/queries';
import { countText, shareText } from './words';
import { Outside } from '../../parts/outside';
import { PausedBadge } from '../../parts/pausing';

interface Row {
  id: string;
  channel: Channel;
  name: string;
  health?: Integration['health'];
  pause?: Pause | null;
  sent: number;
  failed: number;
  /** Attempts that did not send. */
  misses: number;
  attempts: number;
}

interface ProvidersProps {
  statistics: Statistics;
  span: Pick<ActivitySearch, 'from' | 'to'>;
}

/** How each provider does now, and what it did in the time. */
export function Providers({ statistics, span }: ProvidersProps) {
  const place = usePlace();
  const { data, error, refetch } = useQuery(integrationsQuery(place.app));
  const rows = rowsOf(data?.integrations ?? [], statistics.providers);
  return (
    <Section title="Providers">
      <Awaited query={{ data, error, refetch }} height={90} />
      {data && rows.length === 0 && (
        <Text size="sm">
          No integration: the service’s SMTP server sends the e-mail.{' '}
          <AnchorLink to="/$app/$environment/integrations" params={place} size="sm">
            Add an integration
          </AnchorLink>
        </Text>
      )}
      {data && rows.length > 0 && (
        <DataTable
          rows={rows}
          keyOf={({ id, channel }) => `${channel} ${id}`}
          columns={[
            {
              head: 'Provider',
              cell: ({ channel, name, health, pause = null }) => (
                <>
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {channel}: <Outside>{name}</Outside>
                  </Text>
                  {health && (
                    <>
                      <HealthBadge state={health.state} />{' '}
                      {health.code !== undefined && <Code>{health.code}</Code>} <PausedBadge pause={pause} />
                    </>
                  )}
                </>
              ),
            },
            {
              head: 'Sent',
              right: true,
              cell: ({ sent }) => countText(sent),
            },
            {
              head: 'Failed',
              right: true,
              cell: ({ id, channel, name, failed }) => (
                <RowsLink
                  label={`${countText(failed)} messages failed at ${name}. Show their notifications`}
                  search={{ channel, provider: id, ...span }}
                  count={failed}
                />
              ),
            },
            {
              head: 'Attempts that failed',
              right: true,
              visibleFrom: 'xs',
              cell: ({ misses, attempts }) => shareText(misses, attempts) ?? '–',
            },
          ]}
        />
      )}
    </Section>
  );
}

function rowsOf(integrations: readonly Integration[], providers: Statistics['providers']): Row[] {
  const counted = providers.flatMap((one): Row[] => {
    const id = one.provider_id ?? one.provider;
    if (id === null) return [];
    const attempts = Object.values(one.attempts).reduce((sum, count) => sum + count, 0);
    const integration = integrations.find((known) => known.id === id);
    return [
      {
        ...{ id, channel: one.channel, sent: one.sent, failed: one.failed },
        name: providerName({ id, names: [integration?.name, one.integration] }),
        health: integration?.health,
        pause: integration?.pause,
        attempts,
        misses: attempts - (one.attempts.sent ?? 0),
      },
    ];
  });
  const quiet = integrations
    .filter(({ id }) => !counted.some((row) => row.id === id))
    .map(({ id, channel, name, provider, health, pause }) => ({
      ...{ id, channel, name: name || provider, health, pause },
      ...{ sent: 0, failed: 0, misses: 0, attempts: 0 },
    }));
  return [...counted, ...quiet];
}

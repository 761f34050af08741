import { Text } from '@mantine/core';
import type { Statistics } from '../../api/types';
import { usePlace } from '../../layout/place';
import { DataTable } from '../../parts/data-table';
import { AnchorLink } from '../../parts/link';
import { Section } from '../../parts/section';
import { reasonOf } from '../activity/codes';
import type { ActivitySearch } from '../activity/search';
import { RowsLink } from '../activity/rows-link';

const SHOWN = 8;

interface FailuresProps {
  statistics: Statistics;
  span: Pick<ActivitySearch, 'from' | 'to'>;
}

/** Failures by reason, the most frequent first. Each leads to its rows. */
export function Failures({ statistics: { failures }, span }: FailuresProps) {
  const place = usePlace();
  return (
    <Section title="Failures">
      {failures.length === 0 ? (
        <Text size="sm">Nothing failed.</Text>
      ) : (
        <DataTable
          rows={failures.slice(0, SHOWN)}
          keyOf={({ code, channel, provider_id: id }) => `${code} ${channel} ${id}`}
          columns={[
            {
              head: 'Reason',
              cell: ({ code, channel, provider, integration }) => (
                <>
                  <Text size="sm">{reasonOf(code)}</Text>
                  <Text size="xs" c="var(--dimmed-text)" style={{ overflowWrap: 'anywhere' }}>
                    {code}, {provider === null ? channel : `${channel}, ${integration || provider}`}
                  </Text>
                </>
              ),
            },
            {
              head: 'Messages',
              right: true,
              cell: ({ code, channel, provider, provider_id: id, count }) => (
                <RowsLink
                  search={{ code, channel, provider: id ?? provider ?? undefined, ...span }}
                  label={`${count} messages failed with ${code}. Show their notifications`}
                  count={count}
                />
              ),
            },
          ]}
        />
      )}
      {failures.length > SHOWN && (
        <Text size="sm" mt="xs">
          <AnchorLink
            to="/$app/$environment/activity"
            params={place}
            search={{ ...span, message: 'failed' }}
            size="sm"
          >
            All failures
          </AnchorLink>
        </Text>
      )}
    </Section>
  );
}

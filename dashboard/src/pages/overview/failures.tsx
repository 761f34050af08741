import { Text } from '@mantine/core';
import type { Statistics } from '../../api/types';
import { usePlace } from '../../layout/place';
import { DataTable } from '../../parts/data-table';
import { AnchorLink } from '../../parts/link';
import { Section } from '../../parts/section';
import { reasonOf } from '../activity/codes';
import { RowsLink } from '../activity/rows-link';

const SHOWN = 8;

/** Failures by reason, the most frequent first. Each leads to its rows. */
export function Failures({ statistics: { failures, from } }: { statistics: Statistics }) {
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
                  search={{ code, channel, provider: id ?? provider ?? undefined, from }}
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
            search={{ message: 'failed', from }}
            size="sm"
          >
            All failures
          </AnchorLink>
        </Text>
      )}
    </Section>
  );
}

import { Table, Text } from '@mantine/core';
import type { Statistics } from '../../api/types';
import { usePlace } from '../../layout/place';
import { AnchorLink } from '../../parts/link';
import { Section } from '../../parts/section';
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
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Reason</Table.Th>
              <Table.Th ta="right">Messages</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {failures
              .slice(0, SHOWN)
              .map(({ code, channel, provider, provider_id: id, integration, count }) => (
                <Table.Tr key={`${code} ${channel} ${id}`}>
                  <Table.Td>
                    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                      {code}
                    </Text>
                    <Text size="xs" c="var(--dimmed-text)">
                      {provider === null ? channel : `${channel}, ${integration || provider}`}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="right">
                    <RowsLink
                      search={{ code, provider: id ?? provider ?? undefined, from }}
                      label={`${count} failures with ${code}`}
                      count={count}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      )}
      {failures.length > SHOWN && (
        <Text size="sm" mt="xs">
          <AnchorLink
            to="/$app/$environment/activity"
            params={place}
            search={{ status: 'failed', from }}
            size="sm"
          >
            All failures
          </AnchorLink>
        </Text>
      )}
    </Section>
  );
}

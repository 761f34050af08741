import { Group, Paper, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { components } from '../../../../../generated/admin-openapi';
import { api } from '../../../api/client';
import { type Place, usePlace } from '../../../layout/place';
import { Awaited } from '../../../parts/awaited';
import { Dialog } from '../../../parts/dialog';
import { Time } from '../../../parts/time';
import { Code } from '../code/code';

type Part = components['schemas']['Part'];

const PARTS = '/admin/v1/applications/{app}/parts/{environment}';

const partsQuery = (place: Place) =>
  queryOptions({
    queryKey: ['parts', place.app, place.environment],
    queryFn: async () => (await api.get(PARTS, place)).parts,
  });

const contentQuery = (place: Place, { name, version }: Part) =>
  queryOptions({
    queryKey: ['part', place.app, place.environment, name, version],
    queryFn: async () => {
      const [folder = '', file = ''] = name.split('/');
      return (await api.get(`${PARTS}/{folder}/{file}`, { ...place, folder, file })).part.content;
    },
  });

/** The layouts and partials of an environment, each with its content and the events that use it. Nothing if there is none. */
export function SharedParts() {
  const { data: parts = [] } = useQuery(partsQuery(usePlace()));
  if (parts.length === 0) return null;
  return (
    <section aria-label="Layouts and partials">
      <Text fw={600} mb="xs">
        Layouts and partials
      </Text>
      <Stack component="ul" gap={6} p={0} m={0} maw={640}>
        {parts.map((part) => (
          <Paper key={part.name} component="li" withBorder px="sm" py={6} style={{ listStyle: 'none' }}>
            <Group gap="xs" justify="space-between" wrap="nowrap">
              <div style={{ minWidth: 0 }}>
                <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {part.name}
                </Text>
                <Text size="xs" component="div" c="var(--dimmed-text)" style={{ overflowWrap: 'anywhere' }}>
                  Version {part.version}, changed <Time at={part.updated_at} />,{' '}
                  {part.events.length === 0
                    ? 'used by no event'
                    : `used by ${part.events.slice(0, MOST_NAMES).join(', ')}${
                        part.events.length > MOST_NAMES ? ` and ${part.events.length - MOST_NAMES} more` : ''
                      }`}
                </Text>
              </div>
              <Dialog label="Show" about={part.name} title={part.name} size="60rem">
                {() => <Content part={part} />}
              </Dialog>
            </Group>
          </Paper>
        ))}
      </Stack>
    </section>
  );
}

/** Maximum number of events that are named. */
const MOST_NAMES = 10;

function Content({ part }: { part: Part }) {
  const { data, error, refetch } = useQuery(contentQuery(usePlace(), part));
  return (
    <>
      <Awaited query={{ data, error, refetch }} />
      {data !== undefined && (
        <Code label={part.name} value={data} language={part.name.endsWith('.txt') ? 'text' : 'html'} />
      )}
    </>
  );
}

import { Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../../api/session';
import { usePlace } from '../../../layout/place';
import { Awaited } from '../../../parts/awaited';
import { Dialog } from '../../../parts/dialog';
import { Time } from '../../../parts/time';
import { Code } from '../code/code';
import { EditPart } from './edit-part';
import { contentQuery, languageOf, type Part, partsQuery } from './parts-query';

/** The files that the events of an environment share, each with its content and the events that use it. Nothing if there is none. */
export function SharedParts() {
  const mayChange = useMay('editor');
  const { data: parts = [] } = useQuery(partsQuery(usePlace()));
  if (parts.length === 0) return null;
  return (
    <section aria-label="Shared files">
      <Text fw={600} mb="xs">
        Layouts, partials, translations and texts of the preference page
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
                  {part.kind === 'preference_page'
                    ? 'texts of the preference page'
                    : part.events.length === 0
                      ? 'used by no event'
                      : `used by ${part.events.slice(0, MOST_NAMES).join(', ')}${
                          part.events.length > MOST_NAMES
                            ? ` and ${part.events.length - MOST_NAMES} more`
                            : ''
                        }`}
                </Text>
              </div>
              <Dialog label={mayChange ? 'Edit' : 'Show'} about={part.name} title={part.name} size="70rem">
                {(close) => (mayChange ? <EditPart part={part} close={close} /> : <Content part={part} />)}
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
      {data !== undefined && <Code label={part.name} value={data} language={languageOf(part)} />}
    </>
  );
}

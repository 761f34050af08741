import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CHANNELS, labelOf } from '../../../api/channels';
import { usePlace } from '../../../layout/place';
import { Awaited } from '../../../parts/awaited';
import { DataTable } from '../../../parts/data-table';
import { Outside } from '../../../parts/outside';
import { categoriesQuery } from '../../categories/queries';
import { titleOf } from '../../categories/words';
import { Choice } from './choice';
import { Forgotten } from './forgotten';
import { History } from './history';
import { preferencesQuery } from './queries';
import { aboutText } from './words';

/** What a contact has switched on and off, channel by channel and category by category, with the history. */
export default function ContactPreferences({ contact }: { contact: string }) {
  const place = usePlace();
  const preferences = useQuery(preferencesQuery(place, contact));
  const categories = useQuery(categoriesQuery(place));
  const { data } = preferences;
  if (!data || !categories.data) return <Awaited query={data ? categories : preferences} height={160} />;
  const titles = new Map(categories.data.map((one) => [one.name, titleOf(one)]));
  const rows = [null, ...titles.keys()];
  const choice = (category: string | null, channel: (typeof CHANNELS)[number] | null) => (
    <Choice
      {...{ contact, category, channel, preferences: data }}
      about={aboutText({ category, channel }, titles)}
    />
  );
  return (
    <Stack>
      <Awaited query={preferences} />
      <DataTable
        label="Preferences"
        minWidth={960}
        verticalSpacing="xs"
        horizontalSpacing={6}
        rows={rows}
        keyOf={(category) => category ?? ''}
        columns={[
          {
            head: 'Category',
            isName: true,
            cell: (category) =>
              category === null ? (
                <Text size="sm" fw={600}>
                  All messages
                </Text>
              ) : (
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  <Outside>{titles.get(category)}</Outside>
                </Text>
              ),
          },
          {
            head: 'All channels',
            cell: (category) => (category === null ? null : choice(category, null)),
          },
          ...CHANNELS.map((channel) => ({
            head: labelOf(channel),
            cell: (category: string | null) => choice(category, channel),
          })),
        ]}
      />
      <Forgotten contact={contact} entries={data.entries} known={titles} />
      <History contact={contact} titles={titles} />
    </Stack>
  );
}

import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
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
import { type Preferences, preferencesQuery } from './queries';
import { aboutText } from './words';

/** What a contact has switched on and off, channel by channel and category by category, with the history. */
export default function ContactPreferences({ contact }: { contact: string }) {
  const place = usePlace();
  const isNarrow = useMediaQuery('(max-width: 87em)', undefined, { getInitialValueInEffect: false });
  const preferences = useQuery(preferencesQuery(place, contact));
  const categories = useQuery(categoriesQuery(place));
  const { data } = preferences;
  if (!data || !categories.data) return <Awaited query={data ? categories : preferences} height={160} />;
  const titles = new Map(categories.data.map((one) => [one.name, titleOf(one)]));
  const shown: Shown = { rows: [null, ...titles.keys()], titles, contact, preferences: data };
  return (
    <Stack>
      <Awaited query={preferences} />
      {isNarrow ? <Stacked {...shown} /> : <Wide {...shown} />}
      <Forgotten contact={contact} entries={data.entries} known={titles} />
      <History contact={contact} titles={titles} />
    </Stack>
  );
}

interface Shown {
  /** Names of categories; null: whole channels. */
  rows: readonly (string | null)[];
  /** What they are called. */
  titles: ReadonlyMap<string, string>;
  contact: string;
  preferences: Preferences;
}

const Title = ({ category, titles }: Pick<Shown, 'titles'> & { category: string | null }) => (
  <Text size="sm" fw={category === null ? 600 : undefined} style={{ overflowWrap: 'anywhere' }}>
    {category === null ? 'All messages' : <Outside>{titles.get(category)}</Outside>}
  </Text>
);

const choiceIn = (
  { titles, contact, preferences }: Shown,
  category: string | null,
  channel: (typeof CHANNELS)[number] | null,
) => (
  <Choice {...{ contact, category, channel, preferences }} about={aboutText({ category, channel }, titles)} />
);

const Wide = (shown: Shown) => (
  <DataTable
    label="Preferences"
    minWidth={960}
    verticalSpacing="xs"
    horizontalSpacing={6}
    rows={shown.rows}
    keyOf={(category) => category ?? ''}
    columns={[
      {
        head: 'Category',
        isName: true,
        cell: (category) => <Title category={category} titles={shown.titles} />,
      },
      {
        head: 'All channels',
        cell: (category) => (category === null ? null : choiceIn(shown, category, null)),
      },
      ...CHANNELS.map((channel) => ({
        head: labelOf(channel),
        cell: (category: string | null) => choiceIn(shown, category, channel),
      })),
    ]}
  />
);

/** One category below the other, for a narrow window. */
const Stacked = (shown: Shown) => (
  <Stack gap="sm">
    {shown.rows.map((category) => (
      <Paper
        key={category ?? ''}
        withBorder
        p="sm"
        component="section"
        aria-label={category === null ? 'All messages' : shown.titles.get(category)}
      >
        <Title category={category} titles={shown.titles} />
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" verticalSpacing="xs" mt="xs">
          {[...(category === null ? [] : [null]), ...CHANNELS].map((channel) => (
            <div key={channel ?? ''} style={{ minWidth: 0 }}>
              <Text size="sm" c="var(--dimmed-text)">
                {channel === null ? 'All channels' : labelOf(channel)}
              </Text>
              {choiceIn(shown, category, channel)}
            </div>
          ))}
        </SimpleGrid>
      </Paper>
    ))}
  </Stack>
);

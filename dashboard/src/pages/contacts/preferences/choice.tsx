import { NativeSelect, Stack, Text } from '@mantine/core';
import type { Channel } from '../../../api/channels';
import { useMay } from '../../../api/session';
import { usePlace } from '../../../layout/place';
import { Time } from '../../../parts/time';
import { useChange } from '../../../parts/use-change';
import { changePreferences, type Preferences, type PreferencesInput } from './queries';
import { BY, onOff, WHY } from './words';

interface ChoiceProps {
  contact: string;
  /** What it is about, for screen readers. */
  about: string;
  /** Both are never null. */
  category: string | null;
  channel: Channel | null;
  preferences: Preferences;
}

/** What a contact has chosen for a category, a channel or both, and what follows from it. An operator can change it. */
export function Choice({ contact, about, category, channel, preferences }: ChoiceProps) {
  const place = usePlace();
  const mayChange = useMay('editor');
  const change = useChange({
    run: (on: boolean | null) => changePreferences(place, contact, inputOf({ category, channel }, on)),
    says: 'The preferences are changed.',
    refresh: [['preferences', place, contact]],
  });
  const entry = preferences.entries.find((one) => one.category === category && one.channel === channel);
  const effective = preferences.effective.filter((one) => one.category === category);
  const here = effective.find((one) => one.channel === channel);
  const without = here ? `(${onOff(here.on)})` : 'no choice';
  if (effective.some(({ rule }) => rule === 'required')) return <Text size="sm">always on</Text>;
  return (
    <Stack gap={2}>
      {mayChange ? (
        <NativeSelect
          size="xs"
          miw={116}
          aria-label={about}
          disabled={change.isPending}
          value={entry ? onOff(entry.on) : ''}
          data={[
            { value: '', label: entry ? 'no choice' : without },
            { value: 'on', label: 'On' },
            { value: 'off', label: 'Off' },
          ]}
          onChange={({ currentTarget: { value } }) => change.mutate(value === '' ? null : value === 'on')}
        />
      ) : (
        <Text size="sm">{entry ? onOff(entry.on) : without}</Text>
      )}
      <Text size="sm" component="div" c="var(--dimmed-text)">
        {entry ? (
          <>
            {BY[entry.by]}, <Time at={entry.at} />
          </>
        ) : (
          here && WHY[here.rule]
        )}
      </Text>
    </Stack>
  );
}

/** Returns the body that makes one choice. */
function inputOf(
  { category, channel }: Pick<ChoiceProps, 'category' | 'channel'>,
  on: boolean | null,
): PreferencesInput {
  if (category === null) return { channels: { [channel ?? '']: on } };
  return { categories: { [category]: { [channel ?? 'all']: on } } };
}

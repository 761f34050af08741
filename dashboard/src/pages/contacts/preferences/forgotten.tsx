import { Button, Group, Text } from '@mantine/core';
import { useMay } from '../../../api/session';
import { usePlace } from '../../../layout/place';
import { useChange } from '../../../parts/use-change';
import { changePreferences, type Preferences } from './queries';

interface ForgottenProps {
  contact: string;
  entries: Preferences['entries'];
  /** Names of the categories that there are. */
  known: ReadonlyMap<string, string>;
}

/** Choices for categories that are deleted. They count again if a category of the name is created. Nothing if there is none. */
export function Forgotten({ contact, entries, known }: ForgottenProps) {
  const place = usePlace();
  const mayChange = useMay('editor');
  const names = [...new Set(entries.flatMap(({ category }) => category ?? []))].filter(
    (name) => !known.has(name),
  );
  const takeBack = useChange({
    run: () =>
      changePreferences(place, contact, {
        categories: Object.fromEntries(names.map((name) => [name, null])),
      }),
    says: 'The choices are removed.',
    refresh: [['preferences', place, contact]],
  });
  if (names.length === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        It has chosen for categories that are deleted: {names.join(', ')}.
      </Text>
      {mayChange && (
        <Button
          size="xs"
          variant="default"
          aria-label="Clear these choices"
          loading={takeBack.isPending}
          onClick={() => takeBack.mutate(undefined)}
        >
          Clear
        </Button>
      )}
    </Group>
  );
}

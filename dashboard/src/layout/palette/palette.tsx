import { Combobox, Group, Modal, ScrollArea, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { problemText } from '../../api/problem';
import { useFocusBack } from '../../parts/use-focus-back';
import { usePlace } from '../place';
import { useChoices } from './choices';
import { foundQuery } from './found-query';

const PAUSE_MS = 150;

/** Finds people, events, notifications, integrations and pages by one text, with the keyboard alone. */
export default function Palette({ close }: { close: () => void }): ReactNode {
  useFocusBack(true);
  const place = usePlace();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const { data, error, isFetching } = useQuery(foundQuery(place, asked));
  // What was found for an earlier text must not be chosen by a quick Enter.
  const isFresh = asked === text;
  const groups = useChoices(text, isFresh ? data : undefined);
  const combobox = useCombobox({ opened: true, onDropdownClose: close });
  const count = groups.reduce((sum, { choices }) => sum + choices.length, 0);
  const { selectFirstOption } = combobox;
  useEffect(() => {
    selectFirstOption();
  }, [text, count, selectFirstOption]);
  const choose = (id: string): void => {
    close();
    groups
      .flatMap(({ choices }) => choices)
      .find((choice) => choice.id === id)
      ?.choose();
  };
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      size="lg"
      yOffset="10vh"
      padding={0}
      attributes={{ content: { 'aria-label': 'Search' } }}
    >
      <Combobox store={combobox} onOptionSubmit={choose} size="md">
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            aria-label="Search people, events, ids and pages"
            placeholder="A person, an event, an id or a page"
            leftSection={<Search size={18} aria-hidden />}
            size="md"
            variant="unstyled"
            maxLength={255}
            px="xs"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <ScrollArea.Autosize
          mah="60dvh"
          type="auto"
          style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
        >
          <Combobox.Options p="xs" aria-label="What was found">
            {groups.map(({ label, choices }) => (
              <Combobox.Group key={label} label={label}>
                {choices.map((choice) => (
                  <Combobox.Option key={choice.id} value={choice.id}>
                    <Group justify="space-between" gap="xs">
                      <Text size="sm" span style={{ overflowWrap: 'anywhere' }}>
                        {choice.label}
                      </Text>
                      {choice.hint !== undefined && (
                        <Text size="xs" span style={{ overflowWrap: 'anywhere' }}>
                          {choice.hint}
                        </Text>
                      )}
                    </Group>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        </ScrollArea.Autosize>
        <Text
          size="xs"
          px="sm"
          py={6}
          role={error ? 'alert' : 'status'}
          c={error ? 'var(--mantine-color-red-text)' : 'var(--dimmed-text)'}
        >
          {error
            ? problemText(error)
            : isFetching || !isFresh
              ? 'Searching …'
              : '↑ ↓ to choose, Enter to open, Esc to close'}
        </Text>
      </Combobox>
    </Modal>
  );
}

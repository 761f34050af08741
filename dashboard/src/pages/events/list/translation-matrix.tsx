import { Badge, Checkbox, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { usePlace } from '../../../layout/place';
import { textOf } from '../../../parts/field';
import { translationsQuery } from './parts-query';
import { isMissing, type TextRow, textRows } from './texts';

const NONE: never[] = [];
/** Maximum number of rows. */
const MOST_ROWS = 200;

/** The texts of the translations of an environment, by key and language. Nothing if there is none. */
export function TranslationMatrix() {
  const place = usePlace();
  const { data: files = NONE } = useQuery(translationsQuery(place));
  const rows = useMemo(
    () => textRows(files.map(({ language, content = '' }) => ({ language: language ?? '', content }))),
    [files],
  );
  if (files.length === 0) return null;
  const languages = files.map(({ language }) => language ?? '');
  return (
    <section aria-label="Texts of translations">
      <Text fw={600} mb="xs">
        Texts of translations
      </Text>
      <Matrix rows={rows} languages={languages} />
    </section>
  );
}

function Matrix({ rows, languages }: { rows: TextRow[]; languages: string[] }) {
  const [search, setSearch] = useState('');
  const [onlyMissing, setOnlyMissing] = useState(false);
  const missing = (row: TextRow): number => languages.filter((language) => isMissing(row, language)).length;
  const words = search.trim().toLowerCase();
  const found = rows.filter(
    (row) =>
      (!onlyMissing || missing(row) > 0) &&
      [row.key, ...Object.values(row.texts)].some((text) => text.toLowerCase().includes(words)),
  );
  const count = rows.reduce((sum, row) => sum + missing(row), 0);
  return (
    <Stack gap="xs">
      <Group gap="sm" align="end">
        <TextInput
          label="Find a text"
          placeholder="Words, or a key"
          maw={320}
          {...textOf(search, setSearch)}
        />
        <Checkbox
          label="Only missing ones"
          mb={8}
          checked={onlyMissing}
          onChange={(event) => setOnlyMissing(event.currentTarget.checked)}
        />
      </Group>
      <Text size="sm" c="var(--dimmed-text)" role="status">
        {rows.length} {rows.length === 1 ? 'text' : 'texts'} in {languages.join(', ')}.{' '}
        {count === 0 ? 'None is missing.' : `${count} ${count === 1 ? 'is' : 'are'} missing.`}
        {found.length > MOST_ROWS && ` The first ${MOST_ROWS} that match are shown.`}
      </Text>
      <Table.ScrollContainer
        minWidth={0}
        type="native"
        tabIndex={0}
        role="region"
        aria-label="Texts by key and language"
      >
        <Table withTableBorder withColumnBorders verticalSpacing={4} w="auto">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Key</Table.Th>
              {languages.map((language) => (
                <Table.Th key={language}>{language}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.slice(0, MOST_ROWS).map((row) => (
              <Table.Tr key={row.key}>
                <Table.Th
                  scope="row"
                  fw={400}
                  style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}
                  miw={120}
                >
                  {row.key}
                </Table.Th>
                {languages.map((language) => (
                  <Table.Td key={language} miw={160} maw={360} style={{ verticalAlign: 'top' }}>
                    <Cell row={row} language={language} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

function Cell({ row, language }: { row: TextRow; language: string }) {
  const text = row.texts[language];
  if (text !== undefined)
    return (
      <Text
        size="sm"
        component="div"
        dir="auto"
        lang={language}
        style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
      >
        {text}
      </Text>
    );
  return isMissing(row, language) ? (
    <Badge variant="light" color="orange" tt="none" radius="sm">
      missing
    </Badge>
  ) : (
    <Text size="sm" c="var(--dimmed-text)">
      as {language.split('-')[0]}
    </Text>
  );
}

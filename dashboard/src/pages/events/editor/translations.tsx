import { Anchor, Badge, Table, Text } from '@mantine/core';
import type { TemplateSet } from '../file/sets';
import type { Choose, Which } from './which';

interface TranslationsProps {
  sets: readonly TemplateSet[];
  which: Which;
  choose: Choose;
}

/** A grid of channels and languages: what is there, what is missing, and what the regions of a language fall back to. */
export default function Translations({ sets, which, choose }: TranslationsProps) {
  const rows = sets.flatMap((set) =>
    Object.entries(set.channels).map(([channel, own]) => ({ step: set.step, channel, own })),
  );
  const languages = [...new Set(rows.flatMap(({ own }) => own))].sort();
  if (languages.length < 2) return null;
  return (
    <Table.ScrollContainer minWidth={0} mb="sm">
      <Table withTableBorder withColumnBorders verticalSpacing={4} w="auto">
        <Table.Caption style={{ whiteSpace: 'nowrap', textAlign: 'start' }}>
          Choose a template to edit it.
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Channel</Table.Th>
            {languages.map((language) => (
              <Table.Th key={language}>{language}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ step, channel, own }) => (
            <Table.Tr key={`${step} ${channel}`}>
              <Table.Th scope="row" fw={400}>
                {channel}
                {step !== '' && ` · ${step}`}
              </Table.Th>
              {languages.map((language) => {
                const isShown =
                  step === which.set.step && channel === which.channel && language === which.language;
                return (
                  <Table.Td key={language}>
                    {own.includes(language) ? (
                      <Anchor
                        component="button"
                        type="button"
                        size="sm"
                        aria-label={`Edit ${channel} in ${language}${step && `, step ${step}`}`}
                        aria-current={isShown || undefined}
                        fw={isShown ? 700 : undefined}
                        underline={isShown ? 'always' : 'hover'}
                        onClick={() => choose({ step, channel, language })}
                      >
                        Edit
                      </Anchor>
                    ) : own.includes(language.slice(0, 2)) ? (
                      <Text size="sm" c="var(--dimmed-text)">
                        as {language.slice(0, 2)}
                      </Text>
                    ) : (
                      <Badge variant="light" color="orange" tt="none" radius="sm">
                        missing
                      </Badge>
                    )}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

import { Badge, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePlace } from '../../../layout/place';
import { AnchorLink } from '../../../parts/link';
import { readFile } from '../file/read';
import { languagesOf } from '../file/sets';
import type { EventLine } from '../query';

interface LanguagesProps {
  event: EventLine;
  /** The file of the event. Null: the API does not have it. */
  source: string | null | undefined;
}

/** The channels of an event with the languages that each has, and those that it lacks. */
export function Languages({ event, source }: LanguagesProps): ReactNode {
  const { name, channels, languages } = event;
  const place = usePlace();
  const rows = source ? languagesOf(readFile(source).value) : [];
  if (rows.length === 0)
    return (
      <Text size="sm">
        {channels.join(', ')} ({languages.join(', ') || 'languages by step'})
      </Text>
    );
  const named = rows.flatMap((row) => row.languages).map((tag) => tag.toLowerCase().replaceAll('_', '-'));
  const translated = languages.filter((language) => !named.includes(language.toLowerCase()));
  return (
    <Stack gap={4} component="ul" m={0} p={0} aria-label={`Channels and languages of ${name}`}>
      {rows.map(({ step, channel, languages: own, missing }) => (
        <Group key={`${step}.${channel}`} component="li" gap={4} style={{ listStyle: 'none' }}>
          <Text size="sm" component="span" miw={72}>
            {channel}
            {step !== '' && ` · ${step}`}
          </Text>
          {own.map((language) => (
            <Badge key={language} variant="default" radius="sm" tt="none">
              {language}
            </Badge>
          ))}
          {missing.map((language) => (
            <AnchorLink
              key={language}
              size="xs"
              to="/$app/$environment/events/$name"
              params={{ ...place, name }}
              search={{ view: 'templates', step: step || undefined, channel }}
            >
              {language} is missing
            </AnchorLink>
          ))}
        </Group>
      ))}
      {translated.length > 0 && (
        <Text size="xs" component="li" c="var(--dimmed-text)" style={{ listStyle: 'none' }}>
          By translations: {translated.join(', ')}
        </Text>
      )}
    </Stack>
  );
}

import { Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { AnchorLink } from '../../parts/link';
import { NothingHere } from '../../parts/nothing-here';
import { PageHead } from '../../parts/page-head';
import { Awaited } from '../../parts/awaited';
import { EventList } from './list/event-list';
import { ImportFiles } from './list/import-files';
import { NewEvent } from './list/new-event';
import { SharedParts } from './list/shared-parts';
import { TranslationMatrix } from './list/translation-matrix';
import { type EventLine, eventFilesQuery, otherPlace } from './query';
import { DeletedEvents } from './versions/deleted-events';

const MANY = 8;

/** The events of an environment: what can be sent, over which channels and in which languages. */
export default function Events(): ReactNode {
  const place = usePlace();
  const mayChange = useMay('editor');
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery(eventFilesQuery(place));
  const others = useQuery(eventFilesQuery(otherPlace(place)));
  const shown = (data ?? []).filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const lines = shown.map((event) => ({
    event,
    other: others.data && (others.data.find(({ name }) => name === event.name) ?? null),
  }));
  return (
    <>
      <PageHead title="Events" about={`What your program can send in ${place.environment}.`}>
        {mayChange && <ImportFiles />}
        {mayChange && <NewEvent names={data?.map(({ name }) => name) ?? []} />}
      </PageHead>
      <Awaited query={{ data, error, refetch }} />
      {data && (
        <Stack>
          {data.length > MANY && (
            <TextInput
              label="Find an event"
              placeholder="A part of its name"
              maw={320}
              {...textOf(search, setSearch)}
            />
          )}
          {data.length === 0 && <NoEvent mayChange={mayChange} />}
          {data.length > 0 && shown.length === 0 && <NothingHere title="No event has this in its name" />}
          {shown.length > 0 && <EventList events={lines} />}
          <OnlyThere here={data} there={others.data ?? []} />
          <SharedParts />
          <TranslationMatrix />
          <DeletedEvents />
        </Stack>
      )}
    </>
  );
}

function NoEvent({ mayChange }: { mayChange: boolean }) {
  const { environment } = usePlace();
  return (
    <NothingHere title={`There is no event in ${environment} yet`}>
      An event is a file with the texts of a notification.{' '}
      {mayChange
        ? 'Create a first one with “New event”, or import the files that you have.'
        : 'An editor can create a first one.'}
    </NothingHere>
  );
}

function OnlyThere({ here, there }: { here: EventLine[]; there: EventLine[] }) {
  const place = otherPlace(usePlace());
  const missing = there.filter(({ name }) => !here.some((event) => event.name === name));
  if (missing.length === 0) return null;
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      Only in {place.environment}:{' '}
      {missing.map(({ name }, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <AnchorLink size="sm" to="/$app/$environment/events/$name" params={{ ...place, name }}>
            {name}
          </AnchorLink>
        </span>
      ))}
    </Text>
  );
}

import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../../../layout/place';
import { Awaited } from '../../../parts/awaited';
import { textOf } from '../../../parts/field';
import { ExampleChoice, JsonPart } from '../../events/preview/json-part';
import { type EventDetails, eventsQuery } from '../../events/query';
import { TenantChoice } from '../../events/editor/test-send/tenant-choice';
import { type Draft, payloadText } from './draft';

export interface FieldsProps {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
}

/** What is sent: the event, its payload, and the name of the broadcast. */
export function MessageFields({ draft, set, event }: FieldsProps & { event: EventDetails | undefined }) {
  const events = useQuery(eventsQuery(usePlace()));
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {events.data ? (
          <Select
            label="Event"
            required
            searchable
            placeholder="Choose an event"
            nothingFoundMessage="No event"
            data={events.data.map(({ name }) => name)}
            value={draft.event}
            onChange={(chosen) => set({ event: chosen, payload: null, language: null })}
          />
        ) : (
          <div>
            <Awaited query={events} height={61} />
          </div>
        )}
        <TextInput
          label="Name"
          placeholder="Newsletter of March"
          maxLength={255}
          dir="auto"
          {...textOf(draft.name, (name) => set({ name }))}
        />
        <Select
          label="Language"
          placeholder="Each recipient’s"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the language' }}
          data={event?.languages ?? []}
          value={draft.language}
          onChange={(language) => set({ language })}
        />
        <TenantChoice value={draft.tenant} choose={(tenant) => set({ tenant })} error={undefined} />
      </SimpleGrid>
      {event && (
        <>
          <ExampleChoice event={event} choose={(payload) => set({ payload })} />
          <JsonPart
            key={event.name}
            label="Payload"
            text={payloadText(draft, event)}
            change={(payload) => set({ payload })}
          />
        </>
      )}
    </Stack>
  );
}

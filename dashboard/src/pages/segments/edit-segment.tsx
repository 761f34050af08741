import { Fieldset, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { draftOf, filterIn } from './draft';
import { FilterFields } from './filter-fields';
import { type Segment, SEGMENT, segmentsKey } from './queries';

/** A button that opens the form of a segment; without one, that of a new segment. */
export function EditSegment({ segment }: { segment: Segment | null }) {
  const place = usePlace();
  const [draft, setDraft] = useState(() => draftOf(segment));
  const set = (part: Partial<typeof draft>): void => setDraft((known) => ({ ...known, ...part }));
  const name = draft.name.trim();
  return (
    <FormDialog
      {...(segment
        ? { label: 'Edit', about: segment.segment, title: `Edit ${segment.name}` }
        : { label: 'Add a segment', title: 'Add a segment' })}
      size="xl"
      action={`Save in ${place.environment}`}
      reset={() => setDraft(draftOf(segment))}
      change={{
        run: () =>
          api.put(SEGMENT, {
            ...{ ...place, segment: draft.segment.trim() },
            body: {
              ...(name !== '' && { name }),
              ...{ description: draft.description.trim() || null, filter: filterIn(draft) },
            },
          }),
        says: ({ segment: saved }) => `${saved.name} is saved.`,
        refresh: [segmentsKey(place)],
      }}
    >
      {segment === null && (
        <TextInput
          label="Id"
          description="Calls name it. Letters, digits, dots, dashes and underscores"
          required
          maxLength={100}
          {...textOf(draft.segment, (id) => set({ segment: id }))}
        />
      )}
      <TextInput
        label="Name"
        dir="auto"
        maxLength={255}
        {...textOf(draft.name, (text) => set({ name: text }))}
      />
      <TextInput
        label="Description"
        dir="auto"
        maxLength={1000}
        {...textOf(draft.description, (text) => set({ description: text }))}
      />
      <Fieldset legend="Who is in it">
        <FilterFields draft={draft} set={set} />
      </Fieldset>
    </FormDialog>
  );
}

import { Fieldset } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { FormDialog } from '../../parts/form-dialog';
import { namedBodyOf, NamedFields } from '../../parts/named-fields';
import { draftOf, filterIn } from './draft';
import { FilterFields } from './filter-fields';
import { type Segment, SEGMENT, segmentsKey } from './queries';

/** A button that opens the form of a segment; without one, that of a new segment. */
export function EditSegment({ segment }: { segment: Segment | null }) {
  const place = usePlace();
  const [draft, setDraft] = useState(() => draftOf(segment));
  const set = (part: Partial<typeof draft>): void => setDraft((known) => ({ ...known, ...part }));
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
            ...{ ...place, segment: draft.id.trim() },
            body: { ...namedBodyOf(draft), filter: filterIn(draft) },
          }),
        says: ({ segment: saved }) => `${saved.name} is saved.`,
        refresh: [segmentsKey(place)],
      }}
    >
      <NamedFields draft={draft} set={set} isKnown={segment !== null} />
      <Fieldset legend="Who is in it">
        <FilterFields draft={draft} set={set} />
      </Fieldset>
    </FormDialog>
  );
}

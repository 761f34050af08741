import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { FormDialog } from '../../parts/form-dialog';
import { namedBodyOf, namedDraftOf, NamedFields } from '../../parts/named-fields';
import { categoriesQuery } from '../categories/queries';
import { titleOf } from '../categories/words';
import { type Topic, TOPIC, topicsKey } from './queries';

const draftOf = (topic: Topic | null) => ({
  ...namedDraftOf(topic?.topic, topic),
  category: topic?.category ?? null,
});

/** A button that opens the form of a topic; without one, that of a new topic. */
export function EditTopic({ topic }: { topic: Topic | null }) {
  const place = usePlace();
  const [draft, setDraft] = useState(() => draftOf(topic));
  const set = (part: Partial<typeof draft>): void => setDraft((known) => ({ ...known, ...part }));
  const { data: categories } = useQuery(categoriesQuery(place));
  return (
    <FormDialog
      {...(topic
        ? { label: 'Edit', about: topic.topic, title: `Edit ${topic.name}` }
        : { label: 'Add a topic', title: 'Add a topic' })}
      action={`Save in ${place.environment}`}
      reset={() => setDraft(draftOf(topic))}
      change={{
        run: () =>
          api.put(TOPIC, {
            ...{ ...place, topic: draft.id.trim() },
            body: { ...namedBodyOf(draft), category: draft.category },
          }),
        says: (saved) => `${saved.topic.name} is saved.`,
        refresh: [topicsKey(place)],
      }}
    >
      <NamedFields draft={draft} set={set} isKnown={topic !== null} />
      <Select
        label="Category"
        description="What is sent to the topic belongs to it"
        clearable
        placeholder="none"
        data={categories?.map((one) => ({ value: one.name, label: titleOf(one) })) ?? []}
        value={draft.category}
        onChange={(category) => set({ category })}
      />
    </FormDialog>
  );
}

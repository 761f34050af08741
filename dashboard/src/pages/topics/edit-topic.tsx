import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { categoriesQuery } from '../categories/queries';
import { titleOf } from '../categories/words';
import { type Topic, TOPIC, topicsKey } from './queries';

const draftOf = (topic: Topic | null) => ({
  ...{ topic: topic?.topic ?? '', name: topic?.name ?? '' },
  ...{ description: topic?.description ?? '', category: topic?.category ?? null },
});

/** A button that opens the form of a topic; without one, that of a new topic. */
export function EditTopic({ topic }: { topic: Topic | null }) {
  const place = usePlace();
  const [draft, setDraft] = useState(() => draftOf(topic));
  const set = (part: Partial<typeof draft>): void => setDraft((known) => ({ ...known, ...part }));
  const { data: categories } = useQuery(categoriesQuery(place));
  const name = draft.name.trim();
  const description = draft.description.trim();
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
            ...{ ...place, topic: draft.topic.trim() },
            body: {
              ...(name !== '' && { name }),
              ...{ description: description || null, category: draft.category },
            },
          }),
        says: (saved) => `${saved.topic.name} is saved.`,
        refresh: [topicsKey(place)],
      }}
    >
      {topic === null && (
        <TextInput
          label="Id"
          description="Calls name it. Letters, digits, dots, dashes and underscores"
          required
          maxLength={100}
          {...textOf(draft.topic, (id) => set({ topic: id }))}
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

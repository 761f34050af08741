import { TextInput } from '@mantine/core';
import { textOf } from './field';

/** What names a thing that calls refer to by its id, as the fields of a form have it. */
export interface NamedDraft {
  id: string;
  name: string;
  description: string;
}

interface Named {
  name: string;
  description: string | null;
}

/** Returns what a form begins with; null: a new thing. */
export const namedDraftOf = (id: string | undefined, named: Named | null): NamedDraft => ({
  ...{ id: id ?? '', name: named?.name ?? '', description: named?.description ?? '' },
});

/** Returns the fields of a body. Without a name, the id is the name. */
export function namedBodyOf(draft: NamedDraft): { name?: string; description: string | null } {
  const name = draft.name.trim();
  return { ...(name !== '' && { name }), description: draft.description.trim() || null };
}

interface NamedFieldsProps {
  draft: NamedDraft;
  set: (part: Partial<NamedDraft>) => void;
  /** Whether it has an id, which does not change. */
  isKnown: boolean;
}

/** Fields for the id, the name and the description of a thing. */
export const NamedFields = ({ draft, set, isKnown }: NamedFieldsProps) => (
  <>
    {!isKnown && (
      <TextInput
        label="Id"
        description="Calls name it. Letters, digits, dots, dashes and underscores"
        required
        maxLength={100}
        {...textOf(draft.id, (id) => set({ id }))}
      />
    )}
    <TextInput label="Name" dir="auto" maxLength={255} {...textOf(draft.name, (name) => set({ name }))} />
    <TextInput
      label="Description"
      dir="auto"
      maxLength={1000}
      {...textOf(draft.description, (description) => set({ description }))}
    />
  </>
);

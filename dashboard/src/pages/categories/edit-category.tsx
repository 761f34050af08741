import { useState } from 'react';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { FormDialog } from '../../parts/form-dialog';
import { CategoryFields } from './category-fields';
import { categoryIn, draftOf } from './draft';
import { CATEGORIES, categoriesQuery, type Category } from './queries';
import { titleOf } from './words';

/** A button that opens the form of a category; without one, that of a new category. */
export function EditCategory({ category }: { category: Category | null }) {
  const place = usePlace();
  const [draft, setDraft] = useState(() => draftOf(category));
  return (
    <FormDialog
      {...(category
        ? { label: 'Edit', about: category.name, title: `Edit ${titleOf(category)}` }
        : { label: 'Add a category', title: 'Add a category' })}
      size="xl"
      action={`Save in ${place.environment}`}
      reset={() => setDraft(draftOf(category))}
      change={{
        run: () =>
          api.put(`${CATEGORIES}/{category}`, {
            ...{ ...place, category: draft.name.trim() },
            body: categoryIn(draft),
          }),
        says: (saved) => `${titleOf(saved.category)} is saved.`,
        refresh: [categoriesQuery(place).queryKey, ['preferences', place]],
      }}
    >
      <CategoryFields
        draft={draft}
        set={(part) => setDraft((known) => ({ ...known, ...part }))}
        isNew={category === null}
      />
    </FormDialog>
  );
}

import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { Confirm } from '../../parts/confirm';
import { DataTable } from '../../parts/data-table';
import { AnchorLink } from '../../parts/link';
import { NothingHere } from '../../parts/nothing-here';
import { Outside } from '../../parts/outside';
import { PageHead } from '../../parts/page-head';
import { EditCategory } from './edit-category';
import { CATEGORIES, categoriesQuery, type Category } from './queries';
import { defaultText, titleOf } from './words';

/** The categories of an environment: what its contacts can switch on and off. */
export default function Categories(): ReactNode {
  const place = usePlace();
  const mayChange = useMay('editor');
  const list = useQuery(categoriesQuery(place));
  return (
    <>
      <PageHead
        title="Categories"
        about={`Kinds of messages that contacts switch on and off, in ${place.environment}. The file of an event names its category.`}
      />
      <Awaited query={list} />
      <Stack key={`${place.app} ${place.environment}`}>
        {list.data?.length === 0 && (
          <NothingHere title={`No category in ${place.environment} yet`}>
            Contacts can switch off whole channels only.
          </NothingHere>
        )}
        {list.data && list.data.length > 0 && <CategoryTable categories={list.data} />}
        {mayChange && list.data && (
          <Group>
            <EditCategory category={null} />
          </Group>
        )}
      </Stack>
    </>
  );
}

function CategoryTable({ categories }: { categories: readonly Category[] }) {
  const mayChange = useMay('editor');
  const mayDelete = useMay('owner');
  return (
    <Paper withBorder p="xs">
      <DataTable
        label="Categories"
        stacks
        rows={categories}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Category', cell: (category) => <Named category={category} />, isName: true, breaks: true },
          { head: 'By default', cell: defaultText },
          { head: 'Languages', cell: ({ labels }) => Object.keys(labels).join(', '), breaks: true },
          { head: 'Events', cell: ({ events }) => <Events names={events} />, breaks: true },
          (mayChange || mayDelete) && {
            head: 'Actions',
            w: mayDelete ? 170 : 90,
            cell: (category) => (
              <Group gap="xs">
                {mayChange && <EditCategory category={category} />}
                {mayDelete && <Delete category={category} />}
              </Group>
            ),
          },
        ]}
      />
    </Paper>
  );
}

function Named({ category }: { category: Category }) {
  const { name, labels, required, bulk } = category;
  const description = (labels.en ?? Object.values(labels)[0])?.description;
  return (
    <Stack gap={2} style={{ overflowWrap: 'anywhere' }}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          <Outside>{titleOf(category)}</Outside>
        </Text>
        {required && <Mark>required</Mark>}
        {bulk && <Mark>bulk</Mark>}
      </Group>
      <Text size="xs" c="var(--dimmed-text)">
        {name}
        {description !== undefined && (
          <>
            {': '}
            <Outside>{description}</Outside>
          </>
        )}
      </Text>
    </Stack>
  );
}

const Mark = ({ children }: { children: ReactNode }) => (
  <Badge variant="default" tt="none" radius="sm">
    {children}
  </Badge>
);

function Events({ names }: { names: readonly string[] }) {
  const place = usePlace();
  if (names.length === 0) return <Text size="sm">none</Text>;
  return (
    <Group gap="xs">
      {names.map((name) => (
        <AnchorLink key={name} size="sm" to="/$app/$environment/events/$name" params={{ ...place, name }}>
          {name}
        </AnchorLink>
      ))}
    </Group>
  );
}

function Delete({ category }: { category: Category }) {
  const place = usePlace();
  const title = titleOf(category);
  return (
    <Confirm
      label="Delete"
      title={`Delete ${title}`}
      change={{
        run: () => api.delete(`${CATEGORIES}/{category}`, { ...place, category: category.name }),
        says: `${title} is deleted.`,
        refresh: [categoriesQuery(place).queryKey, ['preferences', place]],
      }}
    >
      A category that an event names is not deleted. What contacts have chosen for it counts no longer, until
      there is a category {category.name} again.
    </Confirm>
  );
}

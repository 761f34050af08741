import { NumberInput, Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import { expecting } from '../../api/expecting';
import { applicationsQuery } from '../../api/applications';
import { CHANNELS, labelOf } from '../../api/channels';
import type { Application } from '../../api/types';
import { checkOf, textOf } from '../../parts/field';
import { fieldError } from '../../parts/field-error';
import { FormDialog } from '../../parts/form-dialog';

const EMPTY = {
  ...{ name: '', channel: 'email', most: 2 as number | string, per: 'day', of: 'contact' },
  ...{ timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, category: '' },
  ...{ events: '', over: 'skip', required: false },
};
const CHOICES = CHANNELS.map((value) => ({ value, label: labelOf(value) }));
const COUNTED = [
  { value: 'contact', label: 'a contact' },
  { value: 'address', label: 'an address or number' },
  { value: 'prefix', label: 'numbers that differ in four digits' },
] as const;

const OVER = [
  { value: 'skip', label: 'is skipped' },
  { value: 'digest', label: 'is in one message, when the limit has a place again' },
] as const;

const FIELDS = ['most', 'channel', 'per', 'of', 'timezone', 'category', 'events', 'over', 'name'] as const;

/** A button that opens the form of a new limit. */
export function AddLimit({ application }: { application: Application }) {
  const { name: app, limits } = application;
  const [draft, setDraft] = useState(EMPTY);
  const set = (part: Partial<typeof EMPTY>): void => setDraft((known) => ({ ...known, ...part }));
  const events = draft.events.split(/[\s,]+/).filter(Boolean);
  // The API has the new limit after the others.
  const nameOf = (field: (typeof FIELDS)[number]): string => `limits[${limits.length}].${field}`;
  const limit = () => ({
    ...(draft.name.trim() !== '' && { name: draft.name.trim() }),
    channel: CHANNELS.find((one) => one === draft.channel) ?? 'email',
    most: Number(draft.most),
    per: draft.per.trim(),
    of: COUNTED.find(({ value }) => value === draft.of)?.value ?? 'contact',
    timezone: draft.timezone.trim(),
    ...(draft.category.trim() !== '' && { category: draft.category.trim() }),
    ...(events.length > 0 && { events }),
    over: OVER.find(({ value }) => value === draft.over)?.value ?? 'skip',
    required: draft.required,
  });
  return (
    <FormDialog
      label="Add a limit"
      title="Add a limit"
      size="lg"
      button={{ variant: 'default' }}
      action="Add the limit"
      reset={() => setDraft(EMPTY)}
      fields={FIELDS.map(nameOf)}
      change={{
        run: () =>
          api.patch('/admin/v1/applications/{app}', {
            app,
            body: expecting(application, { limits: [...limits, limit()] }),
          }),
        says: 'The limit counts from now on.',
        refresh: [applicationsQuery.queryKey],
      }}
    >
      {(error) => (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NumberInput
              label="At most"
              error={fieldError(error, nameOf('most'))}
              description="Messages. 1 to 100, of a prefix to 1,000"
              required
              min={1}
              max={1000}
              allowDecimal={false}
              value={draft.most}
              onChange={(most) => set({ most })}
            />
            <Select
              label="Channel"
              error={fieldError(error, nameOf('channel'))}
              description="Whose messages count"
              allowDeselect={false}
              data={CHOICES}
              value={draft.channel}
              onChange={(channel) => set({ channel: channel ?? 'email' })}
            />
            <TextInput
              label="Period"
              error={fieldError(error, nameOf('per'))}
              description="hour, day or week, or the time until now, such as 10m or 24h"
              required
              {...textOf(draft.per, (per) => set({ per }))}
            />
            <Select
              label="To"
              error={fieldError(error, nameOf('of'))}
              description="Whose messages are counted together"
              allowDeselect={false}
              data={COUNTED}
              value={draft.of}
              onChange={(of) => set({ of: of ?? 'contact' })}
            />
            <TextInput
              label="Time zone"
              error={fieldError(error, nameOf('timezone'))}
              description="Of hours, days and weeks"
              required
              {...textOf(draft.timezone, (timezone) => set({ timezone }))}
            />
            <TextInput
              label="Category"
              error={fieldError(error, nameOf('category'))}
              description="Only its messages count. Empty: all"
              maxLength={40}
              {...textOf(draft.category, (category) => set({ category }))}
            />
            <TextInput
              label="Events"
              error={fieldError(error, nameOf('events'))}
              description="Only their messages count. Names with commas. Empty: all"
              {...textOf(draft.events, (events) => set({ events }))}
            />
            <Select
              label="What is over"
              error={fieldError(error, nameOf('over'))}
              description="Messages without a DIGEST step are always skipped"
              allowDeselect={false}
              data={OVER}
              value={draft.over}
              onChange={(over) => set({ over: over ?? 'skip' })}
            />
            <TextInput
              label="Name"
              error={fieldError(error, nameOf('name'))}
              description="In errors and explanations. a-z, 0-9, - and _"
              maxLength={40}
              {...textOf(draft.name, (name) => set({ name }))}
            />
          </SimpleGrid>
          <Switch
            mt="md"
            label="Required categories too"
            description="Counts and stops messages of categories that nobody can switch off."
            {...checkOf(draft.required, (required) => set({ required }))}
          />
        </>
      )}
    </FormDialog>
  );
}

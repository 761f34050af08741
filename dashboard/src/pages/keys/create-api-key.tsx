import { Checkbox, NumberInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { ExpiryInput, expiryIn } from './expiry';
import { FormDialog } from '../../parts/form-dialog';
import type { ApiKey } from './queries';

type Scope = ApiKey['scopes'][number];

const SCOPES: { value: Scope; label: string; description: string }[] = [
  { value: 'send', label: 'send', description: 'Send, cancel and signal notifications' },
  {
    value: 'broadcast',
    label: 'broadcast',
    description: 'Send to audiences, and cancel, pause and resume that',
  },
  { value: 'read', label: 'read', description: 'Read notifications' },
  { value: 'contacts', label: 'contacts', description: 'Read, change and erase contacts' },
  { value: 'webhooks', label: 'webhooks', description: 'Manage webhook endpoints' },
];
const START = { label: '', days: '', rate: '' as number | string, scopes: SCOPES.map(({ value }) => value) };

/** A button that makes an API key of the environment. */
export function CreateApiKey({ made }: { made: (secret: string) => void }) {
  const { app, environment } = usePlace();
  const [draft, setDraft] = useState(START);
  const set = (part: Partial<typeof START>): void => setDraft((known) => ({ ...known, ...part }));
  return (
    <FormDialog
      label="Create an API key"
      title={`Create an API key for ${environment}`}
      action="Create the key"
      reset={() => setDraft(START)}
      change={{
        run: () => {
          const { label, days, rate, scopes } = draft;
          return api.post('/admin/v1/applications/{app}/keys', {
            app,
            body: {
              environment,
              label: label.trim(),
              scopes,
              rate_limit: typeof rate === 'number' ? rate : null,
              expires_at: expiryIn(days),
            },
          });
        },
        refresh: [['api-keys']],
        done: ({ key }) => made(key.api_key),
      }}
    >
      <TextInput
        label="Label"
        description="Which program uses the key"
        required
        maxLength={255}
        {...textOf(draft.label, (label) => set({ label }))}
        data-autofocus
      />
      <Checkbox.Group
        label="Scopes"
        description="What the key may do"
        value={draft.scopes}
        onChange={(chosen) =>
          set({ scopes: SCOPES.map(({ value }) => value).filter((value) => chosen.includes(value)) })
        }
      >
        <Stack gap="xs" mt="xs">
          {SCOPES.map((scope) => (
            <Checkbox key={scope.value} {...scope} />
          ))}
        </Stack>
      </Checkbox.Group>
      <ExpiryInput days={draft.days} change={(days) => set({ days })} />
      <NumberInput
        label="Requests a second"
        description="Empty: the default of the environment"
        min={1}
        max={100_000}
        allowDecimal={false}
        value={draft.rate}
        onChange={(rate) => set({ rate })}
      />
    </FormDialog>
  );
}

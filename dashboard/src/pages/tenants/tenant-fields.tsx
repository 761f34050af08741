import { Divider, MultiSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { Integration } from '../../api/types';
import { BrandFields } from '../../parts/brand-fields';
import { textOf } from '../../parts/field';
import type { Draft } from './draft';

interface FieldsProps {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
  /** Of the application. */
  integrations: readonly Integration[];
  isNew: boolean;
}

/** The fields of a tenant. */
export function TenantFields({ draft, set, integrations, isNew }: FieldsProps) {
  const channels = [...new Set(integrations.map(({ channel }) => channel))];
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Id"
          description="Sends name it. Lower-case letters, digits, dots, dashes and underscores"
          required
          disabled={!isNew}
          maxLength={64}
          {...textOf(draft.id, (id) => set({ id }))}
        />
        <TextInput
          label="Name"
          description="tenant.name in templates"
          required
          maxLength={255}
          {...textOf(draft.name, (name) => set({ name }))}
        />
      </SimpleGrid>
      <Divider label="Senders" labelPosition="left" />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput
          label="E-mail"
          description="Such as Acme <hello@acme.example>"
          {...textOf(draft.email, (email) => set({ email }))}
        />
        <TextInput
          label="SMS"
          description="A verified number or name"
          {...textOf(draft.sms, (sms) => set({ sms }))}
        />
        <TextInput
          label="WhatsApp"
          description="A verified number"
          {...textOf(draft.whatsapp, (whatsapp) => set({ whatsapp }))}
        />
      </SimpleGrid>
      {channels.length > 0 && <Divider label="Integrations" labelPosition="left" />}
      {channels.map((channel) => (
        <MultiSelect
          key={channel}
          label={`Integrations for ${channel}`}
          description="In the order of attempts. Empty: those of the application"
          data={integrations
            .filter((one) => one.channel === channel)
            .map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.integrations[channel] ?? []}
          onChange={(ids) => set({ integrations: { ...draft.integrations, [channel]: ids } })}
        />
      ))}
      <Divider label="Brand, over the application’s" labelPosition="left" />
      <BrandFields draft={draft.brand} set={(part) => set({ brand: { ...draft.brand, ...part } })} />
      <Divider label="Variables" labelPosition="left" />
      <Textarea
        label="Variables"
        description={'JSON, tenant.* in templates, such as { "plan": "gold" }'}
        autosize
        minRows={2}
        maxRows={16}
        styles={{ input: { fontFamily: 'monospace' } }}
        {...textOf(draft.variables, (variables) => set({ variables }))}
      />
    </Stack>
  );
}

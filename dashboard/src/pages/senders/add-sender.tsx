import { Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { useChange } from '../../parts/use-change';
import { fieldError } from '../../parts/field-error';
import { Form } from '../../parts/form';
import { type SenderType, sendersQuery } from './queries';
import { Section } from '../../parts/section';
import { SENDER_TYPES, WORDS } from './words';

const TYPES = SENDER_TYPES.map((value) => ({ value, label: WORDS[value].label }));

/** The form that adds a sender. */
export function AddSender() {
  const { app } = usePlace();
  const [type, setType] = useState<SenderType>('domain');
  const [value, setValue] = useState('');
  const add = useChange({
    run: () => api.post('/admin/v1/applications/{app}/senders', { app, body: { type, value: value.trim() } }),
    says: ({ sender }) => `${sender.value} is a verified sender.`,
    refresh: [sendersQuery(app).queryKey],
    done: () => setValue(''),
    showsError: true,
  });
  return (
    <Section title="Add a sender" maw={560}>
      <Text size="sm" c="var(--dimmed-text)" mb="sm">
        A sender that you add counts as verified at once. For a domain or an address, “DNS records” then shows
        the records to set, and whether DNS has them. A provider may also ask you to verify the sender there.
      </Text>
      <Form change={add} action="Add the sender" fields={['value']}>
        <Select
          label="Type"
          allowDeselect={false}
          data={TYPES}
          value={type}
          onChange={(chosen) => setType(SENDER_TYPES.find((each) => each === chosen) ?? type)}
        />
        <TextInput
          label={WORDS[type].label}
          description={`For example ${WORDS[type].example}. It allows ${WORDS[type].about}.`}
          required
          {...textOf(value, setValue)}
          error={fieldError(add.error, 'value')}
        />
      </Form>
    </Section>
  );
}

import { Button, Checkbox, Group, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../../../api/session';
import { usePlace } from '../../../../layout/place';
import { checkOf, textOf } from '../../../../parts/field';
import { fieldError } from '../../../../parts/field-error';
import { Form } from '../../../../parts/form';
import { firstSample, type Sample } from '../../preview/sample';
import type { EventDetails } from '../../query';
import { Outcomes } from './outcomes';
import { firstValues, identifiersOf } from './recipient';
import { useTestSend } from './use-test-send';
import { TenantChoice } from './tenant-choice';

export interface TestSendProps {
  event: EventDetails;
  isDirty: boolean;
  sample: Sample;
  change: (next: Partial<Sample>) => void;
}

const ALL = 'all';

/** Says who gets the test, over which channel, in which language and for which tenant, and shows what became of it. */
export function TestSendForm({ event, isDirty, sample, change }: TestSendProps) {
  const { environment } = usePlace();
  const session = useSession();
  const isSandbox = environment === 'sandbox';
  const identifiers = identifiersOf(event.channels);
  const [values, setValues] = useState(() => {
    const isExample = !isSandbox && sample.contact === firstSample(event).contact;
    return firstValues(sample, isExample, session.data?.operator.email ?? '');
  });
  const [channel, setChannel] = useState<string | null>(null);
  const [language, setLanguage] = useState<string | null>(null);
  const [tenant, setTenant] = useState<string | null>(null);
  const [skipWaits, setSkipWaits] = useState(true);
  const send = useTestSend(event, sample);
  const submit = (over: string | null) => (): void => {
    change({ to: JSON.stringify(values) });
    const channels = over === ALL ? event.channels : [event.channels.find((one) => one === over) ?? null];
    send.mutate({
      channels,
      ...{ identifiers, values, language, tenant, skipWaits: isSandbox && skipWaits },
    });
  };
  return (
    <Form
      change={{ ...send, mutate: submit(channel) }}
      action="Send the test"
      fields={['to', 'language', 'tenant', ...identifiers.map(({ name }) => `to.${name}`)]}
    >
      <Text size="sm">
        {isSandbox
          ? 'Sandbox captures what it sends. Nobody gets it.'
          : 'Production really sends it. Use your own addresses.'}{' '}
        It has the sample’s payload and contact.
        {isDirty && ' It is the saved file, without your changes.'}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" role="group" aria-label="Recipient">
        {identifiers.map(({ name, label }, index) => (
          <TextInput
            key={name}
            label={label}
            maxLength={4096}
            {...textOf(values[name] ?? '', (value) => setValues({ ...values, [name]: value }))}
            error={
              fieldError(send.error, `to.${name}`) ?? (index === 0 ? fieldError(send.error, 'to') : undefined)
            }
            data-autofocus={index === 0 || undefined}
          />
        ))}
        <Select
          label="Channel"
          placeholder="As the event says"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the channel' }}
          data={event.channels}
          value={channel}
          onChange={setChannel}
        />
        <Select
          label="Language"
          placeholder="The recipient’s"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the language' }}
          data={event.languages}
          value={language}
          onChange={setLanguage}
          error={fieldError(send.error, 'language')}
        />
        <TenantChoice value={tenant} choose={setTenant} error={fieldError(send.error, 'tenant')} />
      </SimpleGrid>
      {isSandbox && <Checkbox label="Skip the waits of its steps" {...checkOf(skipWaits, setSkipWaits)} />}
      {event.channels.length > 1 && (
        <Group>
          <Button variant="default" loading={send.isPending} onClick={submit(ALL)}>
            Test on all its channels
          </Button>
        </Group>
      )}
      {send.data && <Outcomes outcomes={send.data} />}
    </Form>
  );
}

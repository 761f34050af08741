import { Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CHANNEL_ROWS, labelOf, SUPPRESSIBLE } from '../../api/channels';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import type { Address } from './queries';

const EMPTY: Address = { channel: 'email', address: '' };

/** A button that suppresses an address: `of`, or one that is typed. */
export function AddSuppression({ of }: { of?: Address }) {
  const { app, environment } = usePlace();
  const [typed, setTyped] = useState(EMPTY);
  const [detail, setDetail] = useState('');
  const reset = (): void => {
    setTyped(EMPTY);
    setDetail('');
  };
  return (
    <FormDialog
      label={of ? 'Suppress' : 'Suppress an address'}
      about={of && `${labelOf(of.channel)} ${of.address}`}
      title={of ? 'Suppress this address' : 'Suppress an address'}
      action="Suppress"
      reset={reset}
      change={{
        run: () => {
          const note = detail.trim();
          const body = { environment, ...(of ?? typed), ...(note !== '' && { detail: note }) };
          return api.post('/admin/v1/applications/{app}/suppressions', { app, body });
        },
        says: 'The address is suppressed.',
        refresh: [['suppressions']],
      }}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {of
          ? `No ${labelOf(of.channel)} message of ${app} in ${environment} goes to ${of.address} any more.`
          : `No message of ${app} in ${environment} goes to this address any more.`}
      </Text>
      {!of && <AddressFields value={typed} change={setTyped} />}
      <TextInput
        label="Note"
        description="Why. The reason is shown to operators."
        maxLength={500}
        {...textOf(detail, setDetail)}
      />
    </FormDialog>
  );
}

const CHOICES = SUPPRESSIBLE.map((value) => ({ value, label: labelOf(value) }));

/** How an address is typed, by the field of a contact that holds it. */
const ADDRESSES: Record<
  (typeof CHANNEL_ROWS)[Address['channel']]['address'],
  { label: string; description?: string; type: 'email' | 'tel' }
> = {
  emails: { label: 'E-mail address', type: 'email' },
  phones: {
    label: 'Phone number',
    description: 'With + and the country code, such as +491701234567',
    type: 'tel',
  },
};

interface AddressFieldsProps {
  value: Address;
  change: (value: Address) => void;
}

/** Fields for a channel and an address on it. */
export function AddressFields({ value: { channel, address }, change }: AddressFieldsProps) {
  const { label, description, type } = ADDRESSES[CHANNEL_ROWS[channel].address];
  return (
    <>
      <Select
        label="Channel"
        data={CHOICES}
        value={channel}
        allowDeselect={false}
        onChange={(next) => {
          const chosen = SUPPRESSIBLE.find((one) => one === next);
          if (chosen) change({ channel: chosen, address });
        }}
      />
      <TextInput
        label={label}
        description={description}
        type={type}
        required
        maxLength={320}
        {...textOf(address, (address) => change({ channel, address }))}
      />
    </>
  );
}

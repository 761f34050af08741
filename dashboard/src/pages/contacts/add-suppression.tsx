import { Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { answerOf, api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { useChange } from '../../parts/use-change';
import { FormDialog } from '../keys/form-dialog';
import type { Address } from './queries';
import { channelName, CHANNELS } from './suppression-words';

const EMPTY: Address = { channel: 'email', address: '' };

/** A button that suppresses an address: `of`, or one that is typed. */
export function AddSuppression({ of }: { of?: Address }) {
  const { app, environment } = usePlace();
  const [typed, setTyped] = useState(EMPTY);
  const [detail, setDetail] = useState('');
  const add = useChange({
    run: () => {
      const note = detail.trim();
      const body = { environment, ...(of ?? typed), ...(note !== '' && { detail: note }) };
      return answerOf(
        api.POST('/admin/v1/applications/{app}/suppressions', { params: { path: { app } }, body }),
      );
    },
    says: 'The address is suppressed.',
    refresh: [['suppressions']],
    showsError: true,
  });
  const reset = (): void => {
    setTyped(EMPTY);
    setDetail('');
  };
  return (
    <FormDialog
      label={of ? 'Suppress' : 'Suppress an address'}
      about={of && `${channelName(of.channel)} ${of.address}`}
      title={of ? 'Suppress this address' : 'Suppress an address'}
      action="Suppress"
      reset={reset}
      act={() => add.mutateAsync(undefined)}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {of
          ? `No ${channelName(of.channel)} message of ${app} in ${environment} goes to ${of.address} any more.`
          : `No message of ${app} in ${environment} goes to this address any more.`}
      </Text>
      {!of && <AddressFields value={typed} change={setTyped} />}
      <TextInput
        label="Note"
        description="Why. The reason is shown to operators."
        maxLength={500}
        value={detail}
        onChange={(event) => setDetail(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

interface AddressFieldsProps {
  value: Address;
  change: (value: Address) => void;
}

/** Fields for a channel and an address on it. */
export function AddressFields({ value: { channel, address }, change }: AddressFieldsProps) {
  const isEmail = channel === 'email';
  return (
    <>
      <Select
        label="Channel"
        data={CHANNELS}
        value={channel}
        allowDeselect={false}
        onChange={(next) => {
          const chosen = CHANNELS.find(({ value }) => value === next);
          if (chosen) change({ channel: chosen.value, address });
        }}
      />
      <TextInput
        label={isEmail ? 'E-mail address' : 'Phone number'}
        description={isEmail ? undefined : 'With + and the country code, such as +491701234567'}
        type={isEmail ? 'email' : 'tel'}
        required
        maxLength={320}
        value={address}
        onChange={(event) => change({ channel, address: event.currentTarget.value })}
      />
    </>
  );
}

import { Button, Text, TextInput, Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client';
import type { NotificationDetails } from '../../api/types';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { Pausing } from '../../parts/pausing';
import { Problem } from '../../parts/problem';
import { useChange } from '../../parts/use-change';
import { notificationQuery } from './query';

/** What an operator may do with a notification in its status. */
export function Actions({ notification }: { notification: NotificationDetails }) {
  const { id, status, completed_at: completedAt } = notification;
  const isOpen = completedAt === null;
  return (
    <>
      {status === 'failed' && <Retry notification={notification} />}
      {(status === 'failed' || status === 'stopped') && <Reopen id={id} />}
      {isOpen && <Signal id={id} />}
      {isOpen && <PauseNotification notification={notification} />}
      {isOpen && <Cancel id={id} />}
    </>
  );
}

function Retry({ notification: { id, retried_as: retriedAs } }: { notification: NotificationDetails }) {
  const place = usePlace();
  const navigate = useNavigate();
  return (
    <FormDialog
      {...{ label: 'Retry', title: 'Retry this notification', action: 'Retry', leave: 'Leave it' }}
      button={{ variant: 'filled' }}
      submitter={{ 'data-autofocus': true }}
      change={{
        run: () =>
          api.post('/admin/v1/notifications/{id}/retry', { id, body: { again: retriedAs !== null } }),
        refresh: refreshed(id),
        done: ({ notification: made }) =>
          void navigate({ to: '/$app/$environment/notifications/$id', params: { ...place, id: made.id } }),
      }}
    >
      <Text size="sm">
        A new notification with its own id begins at the first step, with the same payload.
        {retriedAs !== null && ' It was retried before: the person may get it twice.'}
      </Text>
    </FormDialog>
  );
}

function Reopen({ id }: { id: string }) {
  const reopen = useChange({
    run: () => api.post('/admin/v1/notifications/{id}/reopen', { id }),
    says: 'It continues where it ended.',
    refresh: refreshed(id),
    showsError: true,
  });
  return (
    <>
      <Button size="xs" variant="default" loading={reopen.isPending} onClick={() => reopen.mutate(undefined)}>
        Continue where it ended
      </Button>
      {reopen.isError && <Problem error={reopen.error} />}
    </>
  );
}

const PauseNotification = ({ notification: { id, pause } }: { notification: NotificationDetails }) => (
  <Pausing
    pause={pause}
    effect="Its next message is held when it is due, until you resume it. Its waits continue."
    run={(action, body) =>
      action === 'pause'
        ? api.post('/admin/v1/notifications/{id}/pause', { id, body })
        : api.post('/admin/v1/notifications/{id}/resume', { id })
    }
    refresh={refreshed(id)}
  />
);

const Cancel = ({ id }: { id: string }) => (
  <FormDialog
    {...{ label: 'Cancel', title: 'Cancel this notification', action: 'Cancel it', leave: 'Leave it' }}
    submitter={{ 'data-autofocus': true }}
    change={{
      run: () => api.post('/admin/v1/notifications/{id}/cancel', { id }),
      says: 'It is cancelled.',
      refresh: refreshed(id),
    }}
  >
    <Text size="sm">Nothing more is sent. What a provider already has cannot be recalled.</Text>
  </FormDialog>
);

function Signal({ id }: { id: string }) {
  const [name, setName] = useState('');
  const [args, setArgs] = useState('[]');
  return (
    <FormDialog
      {...{ label: 'Signal', title: 'Signal its sequence', action: 'Send the signal' }}
      change={{
        run: async () =>
          api.post('/admin/v1/notifications/{id}/signal', { id, body: { name, args: readArgs(args) } }),
        says: 'The signal has arrived.',
        refresh: refreshed(id),
      }}
    >
      <TextInput
        label="Name"
        description="As the sequence in code waits for it"
        required
        {...textOf(name, setName)}
      />
      <Textarea
        label="Arguments"
        description="A JSON list"
        autosize
        minRows={2}
        ff="monospace"
        {...textOf(args, setArgs)}
      />
    </FormDialog>
  );
}

/** The queries whose answers an action makes old. */
const refreshed = (id: string) => [notificationQuery(id).queryKey];

function readArgs(text: string): unknown[] {
  const problem = 'The arguments must be a JSON list, for example ["paid", 3].';
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value as unknown[];
  } catch {
    throw new Error(problem);
  }
  throw new Error(problem);
}

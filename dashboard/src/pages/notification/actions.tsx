import { Button, Group, Modal, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client';
import type { NotificationDetails } from '../../api/types';
import { usePlace } from '../../layout/place';
import { Problem } from '../../parts/problem';
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
      {isOpen && <Cancel id={id} />}
    </>
  );
}

/** Returns a mutation that shows what it did, and reads the notification again. */
function useChange<T>(
  id: string,
  mutationFn: (input: T) => Promise<unknown>,
  done: string,
  then?: () => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      notifications.show({ color: 'teal', message: done });
      then?.();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: notificationQuery(id).queryKey }),
  });
}

function Retry({ notification }: { notification: NotificationDetails }) {
  const place = usePlace();
  const navigate = useNavigate();
  const [opened, { open, close }] = useDisclosure();
  const { id, retried_as: retriedAs } = notification;
  const retry = useMutation({
    mutationFn: () =>
      api.post('/admin/v1/notifications/{id}/retry', { id, body: { again: retriedAs !== null } }),
    onSuccess: ({ notification: made }) => {
      close();
      void navigate({ to: '/$app/$environment/notifications/$id', params: { ...place, id: made.id } });
    },
  });
  return (
    <>
      <Button size="xs" onClick={open}>
        Retry
      </Button>
      <Modal opened={opened} onClose={close} title="Retry this notification">
        <Stack>
          <Text size="sm">
            It is made again from the start, with the same payload, and gets its own id.
            {retriedAs !== null && ' It was retried before: the person may get it twice.'}
          </Text>
          {retry.isError && <Problem error={retry.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Leave it
            </Button>
            <Button loading={retry.isPending} onClick={() => retry.mutate()} data-autofocus>
              Retry
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function Reopen({ id }: { id: string }) {
  const reopen = useChange<void>(
    id,
    () => api.post('/admin/v1/notifications/{id}/reopen', { id }),
    'It goes on where it ended.',
  );
  return (
    <>
      <Button size="xs" variant="default" loading={reopen.isPending} onClick={() => reopen.mutate()}>
        Go on where it ended
      </Button>
      {reopen.isError && <Problem error={reopen.error} />}
    </>
  );
}

function Cancel({ id }: { id: string }) {
  const [opened, { open, close }] = useDisclosure();
  const cancel = useChange<void>(
    id,
    () => api.post('/admin/v1/notifications/{id}/cancel', { id }),
    'It is cancelled.',
    close,
  );
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Cancel
      </Button>
      <Modal opened={opened} onClose={close} title="Cancel this notification">
        <Stack>
          <Text size="sm">Nothing more is sent. What a provider already has cannot be recalled.</Text>
          {cancel.isError && <Problem error={cancel.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Leave it
            </Button>
            <Button loading={cancel.isPending} onClick={() => cancel.mutate()} data-autofocus>
              Cancel it
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function Signal({ id }: { id: string }) {
  const [opened, { open, close }] = useDisclosure();
  const [name, setName] = useState('');
  const [args, setArgs] = useState('[]');
  const signal = useChange<void>(
    id,
    () => api.post('/admin/v1/notifications/{id}/signal', { id, body: { name, args: readArgs(args) } }),
    'The signal has arrived.',
    close,
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signal.mutate();
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Signal
      </Button>
      <Modal opened={opened} onClose={close} title="Signal its sequence">
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label="Name"
              description="As the sequence in code waits for it"
              required
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Textarea
              label="Arguments"
              description="A JSON list"
              autosize
              minRows={2}
              ff="monospace"
              value={args}
              onChange={(event) => setArgs(event.currentTarget.value)}
            />
            {signal.isError && <Problem error={signal.error} />}
            <Button type="submit" loading={signal.isPending}>
              Send the signal
            </Button>
          </Stack>
        </form>
      </Modal>
    </>
  );
}

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

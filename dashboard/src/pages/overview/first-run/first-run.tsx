import { Button, Group, Paper, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useMay, useSession } from '../../../api/session';
import { usePlace } from '../../../layout/place';
import { textOf } from '../../../parts/field';
import { AnchorLink } from '../../../parts/link';
import { Problem } from '../../../parts/problem';
import { useChange } from '../../../parts/use-change';
import { eventsQuery } from '../../events/query';
import { refreshedByPush } from '../../events/push';
import { ForReal } from './for-real';
import { Found } from './found';
import { createExample, firstEventOf, sendTest, unusedQuery } from './queries';
import { SenderStep, useHasSender } from './sender-step';
import { Step } from './step';

/** The way to a first mail in the sandbox inbox. It is shown until something was sent. */
export function FirstRun() {
  const { app } = usePlace();
  const mayChange = useMay('editor');
  const unused = useQuery(unusedQuery(app));
  const [sentId, setSentId] = useState<string>();
  // After its own test it stays, so that its reader finds the mail.
  if (!mayChange || (unused.data !== true && sentId === undefined)) return null;
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label="First steps">
      <Title order={2} size="h5" mb="xs">
        Send a first mail
      </Title>
      <Text size="sm" mb="sm">
        The sandbox captures what it sends, so nobody gets it. These steps show the whole way.
      </Text>
      <Steps sentId={sentId} onSent={setSentId} />
    </Paper>
  );
}

interface StepsProps {
  sentId: string | undefined;
  onSent: (id: string) => void;
}

function Steps({ sentId, onSent }: StepsProps) {
  const { app } = usePlace();
  const sandbox = { app, environment: 'sandbox' } as const;
  const session = useSession();
  const { data: events, error, refetch } = useQuery(eventsQuery(sandbox));
  const event = firstEventOf(events ?? []);
  const hasSender = useHasSender(app);
  const [to, setTo] = useState<string>();
  const recipient = to ?? session.data?.operator.email ?? '';
  const create = useChange({
    run: () => createExample(app),
    refresh: refreshedByPush(sandbox),
    showsError: true,
  });
  const send = useChange({
    run: () => sendTest(app, event?.name ?? '', recipient.trim()),
    refresh: [['activity'], ['inbox']],
    showsError: true,
    done: onSent,
  });
  const submit = (form: FormEvent): void => {
    form.preventDefault();
    send.mutate(undefined);
  };
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  return (
    <ol style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      <Step number={1} title="An event" done={event !== undefined}>
        {event ? (
          <Text size="sm">
            An event has the texts of a notification. Look at{' '}
            <AnchorLink
              size="sm"
              to="/$app/$environment/events/$name"
              params={{ ...sandbox, name: event.name }}
            >
              {event.name}
            </AnchorLink>
            .
          </Text>
        ) : (
          <Group gap="sm">
            <Text size="sm">An event has the texts of a notification. There is none in the sandbox yet.</Text>
            <Button size="xs" loading={create.isPending} onClick={() => create.mutate(undefined)}>
              Create an example
            </Button>
          </Group>
        )}
        {create.isError && <Problem error={create.error} />}
      </Step>
      <Step number={2} title="A sender" done={hasSender === true}>
        <SenderStep app={app} email={session.data?.operator.email ?? ''} />
      </Step>
      <Step number={3} title="A test" done={sentId !== undefined}>
        <form onSubmit={submit}>
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Recipient"
              type="email"
              required
              maxLength={320}
              autoComplete="email"
              placeholder="you@example.com"
              {...textOf(recipient, setTo)}
              style={{ flex: '1 1 220px', maxWidth: 360 }}
            />
            <Button
              type="submit"
              disabled={!event || hasSender !== true}
              loading={send.isPending}
              variant={sentId ? 'default' : 'filled'}
            >
              {sentId === undefined ? 'Send a test' : 'Send another'}
            </Button>
          </Group>
        </form>
        {send.isError && <Problem error={send.error} />}
      </Step>
      <Step number={4} title="The inbox" done={false}>
        {sentId === undefined ? (
          <Text size="sm">The mail appears in the sandbox inbox within seconds.</Text>
        ) : (
          <Found id={sentId} app={app} />
        )}
      </Step>
      <Step number={5} title="Real mails" done={false}>
        <ForReal app={app} event={event?.name} />
      </Step>
    </ol>
  );
}

import { Code, Grid, NavLink, ScrollArea, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { NotificationLine } from '../../api/types';
import { usePlace } from '../../layout/place';
import { NotificationLink } from '../../parts/notification-link';
import { NothingHere } from '../../parts/nothing-here';
import { PageHead } from '../../parts/page-head';
import { Awaited } from '../../parts/awaited';
import { Time } from '../../parts/time';
import { Inspector } from '../notification/inspector';
import { notificationQuery } from '../notification/query';
import { inboxQuery } from './query';
import { Outside } from '../../parts/outside';

const FROM = '/signed-in/$app/$environment/inbox';

/** What sandbox sends would have delivered, on every channel, the newest first. */
export default function SandboxInbox(): ReactNode {
  const { app } = usePlace();
  const { message } = useSearch({ from: FROM });
  const { data, error, refetch } = useQuery(inboxQuery(app));
  const chosen = message ?? data?.[0]?.id;
  return (
    <>
      <PageHead
        title="Sandbox inbox"
        about="Sandbox delivers to listed recipients only, and keeps every message here."
      />
      <Awaited query={{ data, error, refetch }} />
      {data?.length === 0 && (
        <NothingHere title="Nothing was sent in the sandbox yet">
          Open an event and send it to yourself as a test, or call <Code>POST /v1/send/…</Code> with a sandbox
          key.
        </NothingHere>
      )}
      {data && data.length > 0 && (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Messages lines={data} chosen={chosen} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 8 }}>{chosen !== undefined && <Message id={chosen} />}</Grid.Col>
        </Grid>
      )}
    </>
  );
}

interface MessagesProps {
  lines: NotificationLine[];
  chosen: string | undefined;
}

function Messages({ lines, chosen }: MessagesProps) {
  const navigate = useNavigate({ from: '/$app/$environment/inbox' });
  return (
    <ScrollArea.Autosize mah={{ base: 260, md: '75vh' }} type="auto" aria-label="Messages">
      {lines.map(({ id, event, contact, messages, started_at: startedAt }) => (
        <NavLink
          key={id}
          component="button"
          active={id === chosen}
          aria-current={id === chosen}
          style={{ overflowWrap: 'anywhere' }}
          onClick={() => void navigate({ search: { message: id }, replace: true })}
          label={`${event}, ${messages.map(({ channel }) => channel).join(', ')}`}
          description={<Outside>{contact.name ?? contact.email ?? messages[0]?.address ?? 'nobody'}</Outside>}
          rightSection={<Time at={startedAt} />}
        />
      ))}
    </ScrollArea.Autosize>
  );
}

function Message({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(notificationQuery(id));
  if (error || !data) return <Awaited query={{ data, error, refetch }} />;
  return (
    <>
      <Text size="sm" mb="sm">
        {data.event}. <NotificationLink id={id}>What happened to it</NotificationLink>
      </Text>
      <Inspector key={id} notification={data} />
    </>
  );
}

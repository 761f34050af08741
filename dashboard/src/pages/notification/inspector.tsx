import { Group, List, SegmentedControl, Stack, Tabs, Text } from '@mantine/core';
import { useUncontrolled } from '@mantine/hooks';
import { useState } from 'react';
import type { MessageDetails, NotificationDetails } from '../../api/types';
import { Facts } from '../../parts/facts';
import { Json } from '../../parts/json';
import { MailFrame } from '../../parts/mail-frame';
import { PlainText } from '../../parts/plain-text';
import { StatusBadge } from '../../parts/status';

interface InspectorProps {
  notification: NotificationDetails;
  /** The tab that the page has opened: the id of a message. Absent: the first, until the reader opens another one. */
  tab?: string;
  setTab?: (tab: string) => void;
}

/** What a notification was: its messages as they were rendered, its payload, its contact. */
export function Inspector({ notification, tab, setTab }: InspectorProps) {
  const { messages, payload, contact, contact_id: contactId, details } = notification;
  const defaultValue = messages[0]?.id ?? 'payload';
  const [shown, show] = useUncontrolled({ value: tab, defaultValue, onChange: setTab });
  return (
    <Tabs value={shown} onChange={(next) => next !== null && show(next)}>
      <Tabs.List mb="sm" aria-label="Details">
        {messages.map((message) => (
          <Tabs.Tab key={message.id} value={message.id}>
            {message.channel}
            {messages.length > 1 && ` · ${message.step}`}
          </Tabs.Tab>
        ))}
        <Tabs.Tab value="payload">Payload</Tabs.Tab>
        <Tabs.Tab value="contact">Contact</Tabs.Tab>
        {details !== null && <Tabs.Tab value="details">Temporal</Tabs.Tab>}
      </Tabs.List>
      {messages.map((message) => (
        <Tabs.Panel key={message.id} value={message.id}>
          <Message message={message} />
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="payload">
        <Json value={payload} />
      </Tabs.Panel>
      <Tabs.Panel value="contact">
        <Json value={{ id: contactId, ...contact }} />
      </Tabs.Panel>
      {details !== null && (
        <Tabs.Panel value="details">
          <Text size="sm" className="pre">
            {details}
          </Text>
        </Tabs.Panel>
      )}
    </Tabs>
  );
}

function Message({ message }: { message: MessageDetails }) {
  const {
    rendered,
    address,
    provider,
    provider_message_id: providerId,
    error,
    copies_left_out: left,
  } = message;
  return (
    <Stack gap="sm">
      <Group>
        <StatusBadge status={message.status} />
      </Group>
      <Facts
        variant="vertical"
        withRowBorders={false}
        facts={{
          To: address,
          From: rendered?.from,
          Subject: rendered?.subject,
          Language: rendered?.language,
          Provider: provider,
          'Provider’s id': providerId,
          Error: error,
        }}
      />
      {left && left.length > 0 && (
        <List size="sm">
          {left.map(({ kind, address: copy, reason }) => (
            <List.Item key={kind + copy}>
              {kind} {copy} was left out: {reason}
            </List.Item>
          ))}
        </List>
      )}
      {rendered === null ? (
        <Text size="sm" c="var(--dimmed-text)">
          It was not rendered, or its content is no longer kept.
        </Text>
      ) : (
        <Rendered rendered={rendered} />
      )}
    </Stack>
  );
}

function Rendered({ rendered }: { rendered: NonNullable<MessageDetails['rendered']> }) {
  const { html, text, rich } = rendered;
  const views = [
    ...(html ? [{ value: 'html', label: 'As it looks' }] : []),
    ...(text ? [{ value: 'text', label: 'Text' }] : []),
    ...(rich ? [{ value: 'rich', label: 'Rich content' }] : []),
    ...(html ? [{ value: 'source', label: 'HTML' }] : []),
  ];
  const [view, setView] = useState(views[0]?.value ?? 'text');
  return (
    <Stack gap="xs" align="stretch">
      {views.length > 1 && (
        <SegmentedControl
          aria-label="View"
          size="xs"
          data={views}
          value={view}
          onChange={setView}
          style={{ alignSelf: 'flex-start' }}
        />
      )}
      {view === 'html' && html && <MailFrame html={html} title="The e-mail as it was sent" />}
      {view === 'text' && <PlainText text={text ?? ''} />}
      {view === 'rich' && <PlainText text={rich ?? ''} />}
      {view === 'source' && <PlainText text={html ?? ''} />}
    </Stack>
  );
}

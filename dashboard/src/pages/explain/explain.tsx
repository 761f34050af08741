import { Button, Group, Stack, Text, TextInput, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Check, Clock, Minus, Search, X } from 'lucide-react';
import { type ReactNode, type FormEvent, useEffect, useState } from 'react';
import { api } from '../../api/client';
import type { ExplainEntry } from '../../api/types';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { NothingHere } from '../../parts/nothing-here';
import { PageHead } from '../../parts/page-head';
import { Problem } from '../../parts/problem';
import { Time } from '../../parts/time';
import { AnchorLink } from '../../parts/link';
import { NotificationLink } from '../../parts/notification-link';

const LOOKS: Record<ExplainEntry['kind'], { color: string; icon: typeof Check; word: string }> = {
  done: { color: 'teal.8', icon: Check, word: 'Done' },
  waiting: { color: 'violet.8', icon: Clock, word: 'Waiting' },
  skipped: { color: 'orange.9', icon: Minus, word: 'Skipped' },
  failed: { color: 'red.8', icon: X, word: 'Failed' },
};

/** Why a person got a message, or none. */
export default function Explain(): ReactNode {
  const place = usePlace();
  const { who } = useSearch({ from: '/signed-in/$app/$environment/why-not' });
  const navigate = useNavigate();
  const [text, setText] = useState(who ?? '');
  useEffect(() => setText(who ?? ''), [who]);
  const explanation = useQuery({
    queryKey: ['explain', place, who],
    enabled: who !== undefined,
    queryFn: () =>
      api.get('/admin/v1/explain', {
        who: who ?? '',
        application: place.app,
        environment: place.environment,
        limit: 50,
      }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const asked = text.trim();
    void navigate({ to: '/$app/$environment/why-not', params: place, search: { who: asked || undefined } });
  };
  return (
    <>
      <PageHead
        title="Why not?"
        about="Why somebody got a message, or none: all that happened, the newest first."
      />
      <form onSubmit={submit} role="search">
        <Group gap="xs" align="flex-end" mb="md">
          <TextInput
            label="Who"
            description="An e-mail address, phone number, external id, contact id or notification id"
            style={{ flex: '1 1 260px' }}
            maw={520}
            {...textOf(text, setText)}
          />
          <Button
            type="submit"
            leftSection={<Search size={16} aria-hidden />}
            loading={explanation.isFetching}
          >
            Explain
          </Button>
        </Group>
      </form>
      {explanation.error && <Problem error={explanation.error} retry={() => void explanation.refetch()} />}
      {who === undefined && (
        <NothingHere title="Ask about a person">
          Somebody says that a message did not come. Enter their address: the answer names what was accepted,
          refused, skipped, sent and received, and what waits.
        </NothingHere>
      )}
      {explanation.data && (
        <Stack aria-live="polite">
          {explanation.data.people.map(({ id, name, email, phone }) => (
            <Text key={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {[name, email, phone].filter(Boolean).join(', ') || 'A contact without a name'}{' '}
              <AnchorLink to="/$app/$environment/activity" params={place} search={{ contact: id }} size="sm">
                All notifications
              </AnchorLink>
            </Text>
          ))}
          {explanation.data.entries.length === 0 ? (
            <NothingHere title="Nothing is known about them">
              No recent send in this application and environment names them, not even a refused one.
            </NothingHere>
          ) : (
            <Entries entries={explanation.data.entries} />
          )}
          {explanation.data.more && <Text size="sm">Older entries are not shown.</Text>}
        </Stack>
      )}
    </>
  );
}

function Entries({ entries }: { entries: ExplainEntry[] }) {
  return (
    <Timeline bulletSize={22} lineWidth={2} active={entries.length}>
      {entries.map(({ at, kind, code, text, notification_id: id, event }, index) => {
        const { color, icon: Icon, word } = LOOKS[kind];
        return (
          <Timeline.Item
            key={`${at}-${code}-${index}`}
            color={color}
            bullet={<Icon size={13} aria-label={word} />}
            title={
              <Text size="sm" className="pre">
                {text}
              </Text>
            }
          >
            <Group gap="xs">
              <Time at={at} />
              {id !== null && (
                <NotificationLink id={id}>
                  {event ?? 'notification'} {id.slice(0, 8)}
                </NotificationLink>
              )}
            </Group>
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

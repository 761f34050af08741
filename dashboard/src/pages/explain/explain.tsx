import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { Fragment, type ReactNode, type FormEvent, useEffect, useMemo, useState } from 'react';
import { api } from '../../api/client';
import type { Verdict } from '../../api/types';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { NothingHere } from '../../parts/nothing-here';
import { PageHead } from '../../parts/page-head';
import { Awaited } from '../../parts/awaited';
import { AnchorLink } from '../../parts/link';
import { VerdictCard } from '../../parts/verdict/verdict-card';
import { GroupList } from './group-list';
import { groupsOf } from './groups';
import { Outside } from '../../parts/outside';

const LIVE_EVERY_MS = 10_000;

const isOpen = (verdict: Verdict | null | undefined): boolean =>
  verdict?.state === 'not_left' || verdict?.state === 'waiting';

/** Why a person got a message, or none. */
export default function Explain(): ReactNode {
  const place = usePlace();
  const { who } = useSearch({ from: '/signed-in/$app/$environment/explain' });
  const navigate = useNavigate();
  const [text, setText] = useState(who ?? '');
  useEffect(() => setText(who ?? ''), [who]);
  const explanation = useQuery({
    queryKey: ['explain', place, who],
    enabled: who !== undefined,
    // Somebody who comes back has retried or mended something.
    staleTime: 0,
    // What is open changes while one reads.
    refetchInterval: ({ state }) => (isOpen(state.data?.verdict) ? LIVE_EVERY_MS : false),
    queryFn: () =>
      api.get('/admin/v1/explain', {
        who: who ?? '',
        application: place.app,
        environment: place.environment,
        limit: 50,
      }),
  });
  const { entries, verdict, verdicts } = explanation.data ?? {};
  const groups = useMemo(() => groupsOf(entries ?? [], verdicts ?? []), [entries, verdicts]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const asked = text.trim();
    void navigate({ to: '/$app/$environment/explain', params: place, search: { who: asked || undefined } });
  };
  return (
    <>
      <PageHead
        title="Explain"
        about="Why somebody got a message, or none. The newest notification is first."
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
      {who !== undefined && <Awaited query={explanation} height={120} />}
      {who === undefined && (
        <NothingHere title="Ask about a person">
          Somebody says that a message did not come. Enter their address: the answer names what was accepted,
          refused, skipped, sent and received, and what waits.
        </NothingHere>
      )}
      {explanation.data && (
        <Stack aria-live="polite">
          {verdict && <VerdictCard verdict={verdict} />}
          {explanation.data.people.map(({ id, name, email, phone }) => (
            <Text key={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
              <Outside>{name ?? 'A contact without a name'}</Outside>
              {[email, phone].map(
                (one) =>
                  one !== null && (
                    <Fragment key={one}>
                      , <Outside>{one}</Outside>
                    </Fragment>
                  ),
              )}{' '}
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
            <GroupList groups={groups} />
          )}
          {explanation.data.more && <Text size="sm">Older notifications are not shown.</Text>}
        </Stack>
      )}
    </>
  );
}

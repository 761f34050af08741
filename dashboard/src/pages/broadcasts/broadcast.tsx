import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay, useSession } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { Facts } from '../../parts/facts';
import { AnchorLink } from '../../parts/link';
import { Outside } from '../../parts/outside';
import { PageHead } from '../../parts/page-head';
import { Problem } from '../../parts/problem';
import { Section } from '../../parts/section';
import { Time } from '../../parts/time';
import { Actions } from './actions';
import { BlockedAlert } from './blocked';
import { Counts } from './counts';
import { BroadcastState, Reached } from './progress';
import { type Broadcast, broadcastQuery } from './queries';
import { audienceText, numberText } from './words';

/** One broadcast: how far it is, what its recipients got, and what can be done with it. */
export default function BroadcastPage(): ReactNode {
  const { broadcast: id } = useParams({ from: '/signed-in/$app/$environment/broadcasts/$broadcast' });
  const place = usePlace();
  const mayChange = useMay('editor');
  const query = useQuery(broadcastQuery(place, id));
  const broadcast = query.data;
  const back = (
    <AnchorLink size="sm" to="/$app/$environment/broadcasts" params={place}>
      All broadcasts
    </AnchorLink>
  );
  if (!broadcast)
    return (
      <>
        <Awaited query={query} title="Broadcast" />
        {back}
      </>
    );
  const { event, to, state, blocked } = broadcast;
  return (
    <Stack>
      <PageHead
        title={broadcast.name ?? event}
        about={
          <>
            {event} to {audienceText(to)}
          </>
        }
      >
        {mayChange && <Actions broadcast={broadcast} />}
      </PageHead>
      {back}
      {query.error && <Problem error={query.error} retry={() => void query.refetch()} />}
      {blocked && state === 'running' && <BlockedAlert blocked={blocked} broadcast={broadcast} />}
      <Section title="Progress">
        <Stack gap="sm">
          <Group gap="sm">
            <BroadcastState state={state} />
            <div style={{ flex: '1 1 200px' }}>
              <Reached broadcast={broadcast} />
            </div>
          </Group>
          <Counts broadcast={broadcast} />
        </Stack>
      </Section>
      <Section title="What it is">
        <About broadcast={broadcast} />
      </Section>
    </Stack>
  );
}

function About({ broadcast }: { broadcast: Broadcast }) {
  const place = usePlace();
  const { data: session } = useSession();
  const { id, event, to, language, tenant, rate, per_second: pace } = broadcast;
  const workflow = session?.workflow_url?.replace('{id}', encodeURIComponent(`broadcast-${id}`));
  return (
    <Facts
      nameWidth={130}
      facts={{
        Event: (
          <AnchorLink size="sm" to="/$app/$environment/events/$name" params={{ ...place, name: event }}>
            {event}
          </AnchorLink>
        ),
        To: <AudienceLink to={to} />,
        Language: language,
        Tenant: tenant !== null && <Outside>{tenant}</Outside>,
        'Begun by': <Outside>{broadcast.by.name}</Outside>,
        Created: <Time at={broadcast.created_at} />,
        When: <When broadcast={broadcast} />,
        Started: broadcast.started_at !== null && <Time at={broadcast.started_at} />,
        Pace: pace !== null && `at most ${numberText(pace)} a second`,
        Speed: rate !== null && `${numberText(rate)} a second`,
        'Expected end': broadcast.expected_end !== null && <Time at={broadcast.expected_end} />,
        Ended: broadcast.ended_at !== null && <Time at={broadcast.ended_at} />,
        Id: (
          <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {id}
          </Text>
        ),
        Workflow: workflow !== undefined && (
          <Anchor href={workflow} target="_blank" rel="noreferrer" size="sm">
            <Group gap={4} component="span">
              Workflow in Temporal <ExternalLink size={12} aria-hidden />
            </Group>
          </Anchor>
        ),
      }}
    />
  );
}

function AudienceLink({ to }: Pick<Broadcast, 'to'>) {
  const place = usePlace();
  const { topic, segment } = to;
  if (topic !== undefined)
    return (
      <AnchorLink size="sm" to="/$app/$environment/topics/$topic" params={{ ...place, topic }}>
        {audienceText(to)}
      </AnchorLink>
    );
  if (segment === undefined) return audienceText(to);
  return (
    <AnchorLink size="sm" to="/$app/$environment/segments/$segment" params={{ ...place, segment }}>
      {audienceText(to)}
    </AnchorLink>
  );
}

/** When it begins, or the time of day at which each recipient gets it. */
function When({ broadcast: { send_at: sendAt } }: { broadcast: Broadcast }) {
  if (sendAt === null) return 'at once';
  const [time, local] = sendAt.split(' ');
  if (local === 'local') return `at ${time} in the time zone of each recipient`;
  return <Time at={sendAt} />;
}

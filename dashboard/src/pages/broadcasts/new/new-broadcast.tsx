import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../../api/session';
import { usePlace } from '../../../layout/place';
import { AnchorLink } from '../../../parts/link';
import { NothingHere } from '../../../parts/nothing-here';
import { PageHead } from '../../../parts/page-head';
import { Section } from '../../../parts/section';
import { eventQuery } from '../../events/query';
import { AudienceFields } from './audience-fields';
import { Check } from './check';
import { type Draft, emptyDraft, newKey } from './draft';
import { MessageFields } from './message-fields';
import { TimeFields } from './time-fields';

/** The form of a new broadcast: what, to whom, when; then a dry run, a test, and the send. */
export default function NewBroadcast(): ReactNode {
  const place = usePlace();
  const mayChange = useMay('editor');
  return (
    <Stack maw={860}>
      <PageHead
        title="New broadcast"
        about={`Sends an event to each contact of an audience in ${place.environment}.`}
      />
      <AnchorLink size="sm" to="/$app/$environment/broadcasts" params={place}>
        All broadcasts
      </AnchorLink>
      {mayChange ? (
        <Fields key={`${place.app} ${place.environment}`} />
      ) : (
        <NothingHere title="Your role may not send">An editor or an owner can.</NothingHere>
      )}
    </Stack>
  );
}

function Fields() {
  const place = usePlace();
  const [draft, setDraft] = useState(emptyDraft);
  const set = (part: Partial<Draft>): void => setDraft((known) => ({ ...known, ...part, key: newKey() }));
  const { data: event } = useQuery({
    ...eventQuery(place, draft.event ?? ''),
    enabled: draft.event !== null,
  });
  const fields = { draft, set };
  return (
    <>
      <Section title="Message">
        <MessageFields {...fields} event={event} />
      </Section>
      <Section title="Audience">
        <AudienceFields {...fields} />
      </Section>
      <Section title="Time">
        <TimeFields {...fields} />
      </Section>
      <Section title="Check and send">
        <Check draft={draft} event={event} />
      </Section>
      {event?.pause && (
        <Alert color="orange" variant="light">
          The event is paused. The broadcast waits until it is resumed.
        </Alert>
      )}
    </>
  );
}

import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Form } from '../../parts/form';
import { NothingHere } from '../../parts/nothing-here';
import { Section } from '../../parts/section';
import { useChange } from '../../parts/use-change';
import { bodyOf, draftOf, ENDPOINT_FIELDS, EndpointFields } from './endpoint-fields';
import { type Created, endpointQuery } from './queries';

interface NoEndpointProps {
  /** Called with the endpoint that was made, and its signing secret. */
  onCreated: (created: Created) => void;
}

/** Makes the webhook endpoint of an environment that has none. */
export function NoEndpoint({ onCreated }: NoEndpointProps) {
  const { environment } = usePlace();
  const mayChange = useMay('editor');
  return (
    <>
      <NothingHere title={`No endpoint in ${environment}`}>
        An endpoint is an address of your program. It gets a signed request for each event: a message was
        sent, delivered or failed. {!mayChange && 'An editor or an owner can create it.'}
      </NothingHere>
      {mayChange && <CreateForm onCreated={onCreated} />}
    </>
  );
}

function CreateForm({ onCreated }: NoEndpointProps) {
  const place = usePlace();
  const [draft, setDraft] = useState(draftOf);
  const create = useChange({
    run: () =>
      api.post('/admin/v1/applications/{app}/webhooks/{environment}', { ...place, body: bodyOf(draft) }),
    refresh: [endpointQuery(place).queryKey],
    done: onCreated,
    showsError: true,
  });
  return (
    <Section title="Create the endpoint">
      <Stack maw={560}>
        <Form change={create} action="Create the endpoint" fields={ENDPOINT_FIELDS}>
          <EndpointFields
            draft={draft}
            change={(next) => setDraft({ ...draft, ...next })}
            error={create.error}
          />
          <Text size="sm" c="var(--dimmed-text)">
            Its signing secret is shown once, after this.
          </Text>
        </Form>
      </Stack>
    </Section>
  );
}

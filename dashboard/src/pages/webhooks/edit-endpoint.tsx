import { useState } from 'react';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { Dialog } from '../../parts/dialog';
import { Form } from '../../parts/form';
import { useChange } from '../../parts/use-change';
import { bodyOf, draftOf, ENDPOINT_FIELDS, EndpointFields } from './endpoint-fields';
import { type Endpoint, endpointQuery } from './queries';

/** The button that changes the address, the events and the description of the endpoint. */
export const EditEndpoint = ({ endpoint }: { endpoint: Endpoint }) => (
  <Dialog label="Edit" about="the endpoint" title="Edit the endpoint">
    {(close) => <EditForm endpoint={endpoint} close={close} />}
  </Dialog>
);

function EditForm({ endpoint, close }: { endpoint: Endpoint; close: () => void }) {
  const place = usePlace();
  const [draft, setDraft] = useState(() => draftOf(endpoint));
  const save = useChange({
    run: () =>
      api.patch('/admin/v1/applications/{app}/webhooks/{environment}', { ...place, body: bodyOf(draft) }),
    says: 'The endpoint is saved.',
    refresh: [endpointQuery(place).queryKey],
    done: close,
    showsError: true,
  });
  return (
    <Form
      change={save}
      action="Save the endpoint"
      fields={ENDPOINT_FIELDS}
      leave={{ label: 'Close', go: close }}
    >
      <EndpointFields draft={draft} change={(next) => setDraft({ ...draft, ...next })} error={save.error} />
    </Form>
  );
}

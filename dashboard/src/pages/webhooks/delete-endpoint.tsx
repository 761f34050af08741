import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { Confirm } from '../../parts/confirm';
import { endpointQuery } from './queries';

/** The button that deletes the endpoint after a question. */
export function DeleteEndpoint() {
  const place = usePlace();
  return (
    <Confirm
      label="Delete"
      title="Delete the endpoint"
      change={{
        run: () => api.delete('/admin/v1/applications/{app}/webhooks/{environment}', place),
        says: 'The endpoint is deleted.',
        refresh: [endpointQuery(place).queryKey],
      }}
    >
      Its program gets no more events. Its earlier events are no longer shown and cannot be redelivered. A new
      endpoint has another secret.
    </Confirm>
  );
}

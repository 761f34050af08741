import { useState } from 'react';
import { api } from '../../api/client';
import type { Channel, Integration } from '../../api/types';
import { usePlace } from '../../layout/place';
import { useChange } from '../../parts/use-change';
import { Form } from '../../parts/form';
import { IntegrationFields } from './integration-fields';
import { inOrder, priorityAfter } from './order';
import { integrationsQuery, type Provider } from './queries';
import { EMPTY, fieldsOf, rateOf, settingsGiven, warmUpOf } from './values';

interface AddFormProps {
  channel: Channel;
  provider: Provider;
  /** All of the application. The new one is tried after those of its channel. */
  integrations: Integration[];
  close: () => void;
}

/** The fields of a new integration, and the button that adds it. */
export function AddForm({ channel, provider, integrations, close }: AddFormProps) {
  const { app } = usePlace();
  const [values, setValues] = useState(EMPTY);
  const add = useChange({
    run: () => {
      const priority = priorityAfter(inOrder(integrations, channel));
      return api.post('/admin/v1/applications/{app}/integrations', {
        app,
        body: {
          channel,
          provider: provider.name,
          per_second: rateOf(values),
          warm_up: warmUpOf(values),
          settings: settingsGiven(values, provider),
          check: values.check,
          ...(values.name !== '' && { name: values.name }),
          ...(priority !== undefined && { priority }),
        },
      });
    },
    says: ({ checked }) =>
      checked === undefined ? 'The integration is added.' : `The integration is added. Provider: ${checked}`,
    refresh: [integrationsQuery(app).queryKey],
    done: close,
    showsError: true,
  });
  return (
    <Form change={add} action="Add the integration" fields={fieldsOf(provider)}>
      <IntegrationFields
        provider={provider}
        values={values}
        set={setValues}
        error={add.error}
        isStored={false}
        mayWarmUp={channel !== 'push'}
      />
    </Form>
  );
}

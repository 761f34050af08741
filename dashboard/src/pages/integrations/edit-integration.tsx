import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Integration } from '../../api/types';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { useChange } from '../../parts/use-change';
import { useDraft } from '../../parts/use-draft';
import { Form } from '../../parts/form';
import { IntegrationFields } from './integration-fields';
import { integrationsQuery, type Provider, providersQuery } from './queries';
import { fieldsOf, isWarmUpChanged, planOf, rateOf, settingsChanged, valuesOf, warmUpOf } from './values';

interface EditIntegrationProps {
  integration: Integration;
  close: () => void;
}

/** Changes the name, the rate and the settings of an integration. */
export function EditIntegration({ integration, close }: EditIntegrationProps) {
  const { data, error, refetch } = useQuery(providersQuery);
  if (error || !data) return <Awaited query={{ data, error, refetch }} />;
  const provider = data.providers.find(({ name }) => name === integration.provider);
  // A provider of a newer version of the service has no settings here that could be shown.
  const known = provider ?? { name: integration.provider, channels: [integration.channel], settings: [] };
  return <EditForm integration={integration} provider={known} close={close} />;
}

function EditForm({ integration, provider, close }: EditIntegrationProps & { provider: Provider }) {
  const { app } = usePlace();
  const queries = useQueryClient();
  const query = integrationsQuery(app);
  const {
    read: stored,
    draft: values,
    set,
    saving,
  } = useDraft({
    stored: integration,
    draftOf: valuesOf,
    again: async () => {
      const { integrations } = await queries.fetchQuery({ ...query, staleTime: 0 });
      return integrations.find(({ id }) => id === integration.id);
    },
  });
  const save = useChange({
    run: () => {
      const settings = settingsChanged(values, provider, stored);
      const rate = rateOf(values);
      const body = {
        ...(values.name !== stored.name && { name: values.name }),
        ...(rate !== stored.per_second && { per_second: rate }),
        ...(isWarmUpChanged(values, stored) && {
          warm_up: warmUpOf(values),
          expected_warm_up: planOf(stored),
        }),
        ...(Object.keys(settings).length > 0 && { settings, check: values.check }),
      };
      return saving(() =>
        api.patch('/admin/v1/applications/{app}/integrations/{id}', { app, id: stored.id, body }),
      );
    },
    says: ({ checked }) =>
      checked === undefined
        ? 'The integration is changed.'
        : `The integration is changed. Provider: ${checked}`,
    refresh: [query.queryKey, ['incidents', app]],
    done: close,
    showsError: true,
  });
  return (
    <Form change={save} action="Save the integration" fields={fieldsOf(provider)}>
      <IntegrationFields
        provider={provider}
        values={values}
        set={set}
        error={save.error}
        isStored
        mayWarmUp={stored.channel !== 'push'}
      />
    </Form>
  );
}

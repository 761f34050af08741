import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import type { Integration } from '../../api/types';
import { usePlace } from '../../layout/place';
import { Confirm } from '../../parts/confirm';
import { EditIntegration } from './edit-integration';
import { InModal } from './in-modal';
import { integrationsQuery } from './queries';
import { TestIntegration } from './test-integration';

/** What an operator may do with an integration. */
export function RowActions({ integration }: { integration: Integration }) {
  const mayChange = useMay('editor');
  const mayRemove = useMay('owner');
  const { name } = integration;
  return (
    <Group gap="xs">
      {mayChange && (
        <InModal label="Test" title={`Test ${name}`}>
          {() => <TestIntegration integration={integration} />}
        </InModal>
      )}
      {mayChange && (
        <InModal label="Edit" title={`Edit ${name}`}>
          {(close) => <EditIntegration integration={integration} close={close} />}
        </InModal>
      )}
      {mayRemove && <Remove integration={integration} />}
    </Group>
  );
}

function Remove({ integration: { id, name, channel, provider } }: { integration: Integration }) {
  const { app } = usePlace();
  const queries = useQueryClient();
  const remove = async (): Promise<void> => {
    await api.delete('/admin/v1/applications/{app}/integrations/{id}', { app, id });
    notifications.show({ color: 'teal', message: `${name} is removed.` });
    void queries.invalidateQueries({ queryKey: integrationsQuery(app).queryKey });
  };
  return (
    <Confirm label="Remove" title={`Remove ${name}`} act={remove}>
      Messages of the channel {channel} no longer go out through this account at {provider}. Messages that
      wait go to the next integration of the channel. Its credentials are deleted. This cannot be undone.
    </Confirm>
  );
}

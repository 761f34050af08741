import { Button, Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import type { Integration } from '../../api/types';
import { usePlace } from '../../layout/place';
import { Confirm } from '../../parts/confirm';
import { Pausing } from '../../parts/pausing';
import { EditIntegration } from './edit-integration';
import { Dialog } from '../../parts/dialog';
import { NamedModal } from '../../parts/named-modal';
import { integrationsQuery } from './queries';
import { TestIntegration } from './test-integration';
import { isolated } from '../../../../core/shared/isolated';

/** What an operator may do with an integration. */
export function RowActions({ integration }: { integration: Integration }) {
  const mayChange = useMay('editor');
  const mayRemove = useMay('owner');
  const { name } = integration;
  return (
    <Group gap="xs">
      {mayChange && (
        <Dialog label="Test" about={name} title={`Test ${isolated(name)}`} size="lg">
          {() => <TestIntegration integration={integration} />}
        </Dialog>
      )}
      {mayChange && <Edit integration={integration} />}
      {mayChange && <PauseIntegration integration={integration} />}
      {mayRemove && <Remove integration={integration} />}
    </Group>
  );
}

function PauseIntegration({ integration: { id, name, channel, pause } }: { integration: Integration }) {
  const { app } = usePlace();
  return (
    <Pausing
      pause={pause}
      about={name}
      effect={`Nothing is sent through ${isolated(name)}. Its messages go to the next integration of the channel ${channel}. If there is none, they are held until you resume it.`}
      run={(action, body) =>
        action === 'pause'
          ? api.post('/admin/v1/applications/{app}/integrations/{id}/pause', { app, id, body })
          : api.post('/admin/v1/applications/{app}/integrations/{id}/resume', { app, id })
      }
      refresh={[integrationsQuery(app).queryKey]}
    />
  );
}

/** Opens the form of an integration. The address has which, so links lead there. */
function Edit({ integration }: { integration: Integration }) {
  const place = usePlace();
  const navigate = useNavigate();
  const { edit } = useSearch({ from: '/signed-in/$app/$environment/integrations' });
  const { id, name } = integration;
  const show = (which: string | undefined): void =>
    void navigate({
      to: '/$app/$environment/integrations',
      params: place,
      search: { edit: which },
      replace: true,
      resetScroll: false,
    });
  const close = (): void => show(undefined);
  return (
    <>
      <Button size="xs" variant="default" aria-label={`Edit ${name}`} onClick={() => show(id)}>
        Edit
      </Button>
      <NamedModal opened={edit === id} onClose={close} title={`Edit ${isolated(name)}`} size="lg">
        <EditIntegration integration={integration} close={close} />
      </NamedModal>
    </>
  );
}

function Remove({ integration: { id, name, channel, provider } }: { integration: Integration }) {
  const { app } = usePlace();
  return (
    <Confirm
      label="Remove"
      title={`Remove ${isolated(name)}`}
      change={{
        run: () => api.delete('/admin/v1/applications/{app}/integrations/{id}', { app, id }),
        says: `${isolated(name)} is removed.`,
        refresh: [integrationsQuery(app).queryKey],
      }}
    >
      Messages of the channel {channel} no longer go out through this account at {provider}. Messages that
      wait go to the next integration of the channel. Its credentials are deleted. This cannot be undone.
    </Confirm>
  );
}

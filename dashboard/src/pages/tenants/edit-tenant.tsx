import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { FormDialog } from '../../parts/form-dialog';
import { integrationsQuery } from '../integrations/queries';
import { draftOf, tenantIn } from './draft';
import { type Tenant, tenantsQuery } from './queries';
import { TenantFields } from './tenant-fields';
import { isolated } from '../../../../core/shared/isolated';

/** A button that opens the form of a tenant; without one, that of a new tenant. */
export function EditTenant({ tenant }: { tenant: Tenant | null }) {
  const { app } = usePlace();
  const { data } = useQuery(integrationsQuery(app));
  const [draft, setDraft] = useState(() => draftOf(tenant));
  return (
    <FormDialog
      {...(tenant
        ? { label: 'Edit', about: tenant.name, title: `Edit ${isolated(tenant.name)}` }
        : { label: 'Add a tenant', title: 'Add a tenant' })}
      size="xl"
      action="Save the tenant"
      reset={() => setDraft(draftOf(tenant))}
      change={{
        run: () =>
          api.put('/admin/v1/applications/{app}/tenants/{tenant}', {
            ...{ app, tenant: draft.id.trim() },
            body: tenantIn(draft),
          }),
        says: (saved) => `${isolated(saved.tenant.name)} is saved.`,
        refresh: [tenantsQuery(app).queryKey],
      }}
    >
      <TenantFields
        draft={draft}
        set={(part) => setDraft((known) => ({ ...known, ...part }))}
        integrations={data?.integrations ?? []}
        isNew={tenant === null}
      />
    </FormDialog>
  );
}

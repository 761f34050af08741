import { Select } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { usePlace } from '../../../../layout/place';
import { tenantsQuery } from '../../../tenants/queries';

interface TenantChoiceProps {
  value: string | null;
  choose: (tenant: string | null) => void;
  error: string | undefined;
}

/** Chooses a tenant, if the application has some. */
export function TenantChoice({ value, choose, error }: TenantChoiceProps) {
  const { app } = usePlace();
  const { data } = useInfiniteQuery(tenantsQuery(app));
  const ids = data?.pages.flatMap(({ tenants }) => tenants.map(({ id }) => id)) ?? [];
  if (ids.length === 0) return null;
  return (
    <Select
      label="Tenant"
      placeholder="None"
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'Clear the tenant' }}
      data={ids}
      value={value}
      onChange={choose}
      error={error}
    />
  );
}

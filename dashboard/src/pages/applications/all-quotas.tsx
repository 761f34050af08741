import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { Problem } from '../../parts/problem';
import { Section } from '../../parts/section';

/** How much of its quotas each application uses now, so that nobody looks at one after the other. */
export function AllQuotas() {
  const { environment } = usePlace();
  const { data, error, refetch } = useQuery({
    queryKey: ['quotas', environment],
    queryFn: async () => (await api.get('/admin/v1/quotas', { environment })).applications,
  });
  return (
    <Section title="Quotas of all applications">
      {error && <Problem error={error} retry={() => void refetch()} />}
      <Table
        data={{
          head: ['Application', 'Quota of', 'Used', 'Limit'],
          body: (data ?? []).flatMap(({ name, quotas }) =>
            quotas.map(({ per, used, limit }) => [name, `the ${per}`, used, limit]),
          ),
        }}
      />
    </Section>
  );
}

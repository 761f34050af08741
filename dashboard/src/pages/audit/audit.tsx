import { Button, Stack } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client';
import { LIST_KEPT_MS } from '../../api/kept';
import { usePlace } from '../../layout/place';
import { More } from '../../parts/more';
import { NothingHere } from '../../parts/nothing-here';
import { PageHead } from '../../parts/page-head';
import { Awaited } from '../../parts/awaited';
import { AuditFilters } from './filters';
import { EntryGroup } from './entry-group';
import { groupsOf } from './groups';
import type { AuditSearch } from './search';

const PAGE = 50;

const auditQuery = (search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      api.get('/admin/v1/audit', { signal, ...search, limit: PAGE, after }),
    gcTime: LIST_KEPT_MS,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** What operators and admin keys changed, the newest first. */
export default function Audit(): ReactNode {
  const place = usePlace();
  const search = useSearch({ from: '/signed-in/$app/$environment/audit' });
  const navigate = useNavigate();
  const list = useInfiniteQuery(auditQuery(search));
  const records = list.data?.pages.flatMap((page) => page.records) ?? [];
  const change = (next: AuditSearch): void => {
    void navigate({ to: '/$app/$environment/audit', params: place, search: next });
  };
  return (
    <>
      <PageHead
        title="Audit log"
        about="What operators and admin keys changed, in all applications. The newest is first."
      />
      <AuditFilters search={search} change={change} />
      <Awaited query={list} height={240} />
      {list.data && records.length === 0 && <Nothing search={search} clear={() => change({})} />}
      <Stack gap="xs" component="ul" aria-label="Changes" m={0} p={0} style={{ listStyle: 'none' }}>
        {groupsOf(records).map((group) => (
          <EntryGroup
            // The oldest page may add to the last group, whose newest change stays.
            key={group[0].id}
            group={group}
            filter={(about) => change({ ...search, about })}
          />
        ))}
      </Stack>
      <More list={list}>Show older changes</More>
    </>
  );
}

function Nothing({ search, clear }: { search: AuditSearch; clear: () => void }) {
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  if (!isFiltered)
    return (
      <NothingHere title="Nothing was changed yet">
        A change in the dashboard, with the command line or over the admin API appears here.
      </NothingHere>
    );
  return (
    <NothingHere title="No change matches">
      <Button size="xs" variant="default" onClick={clear}>
        Clear the filters
      </Button>
    </NothingHere>
  );
}

import { Button, Code, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { AnchorLink } from '../../parts/link';
import { NothingHere } from '../../parts/nothing-here';
import { PageHead } from '../../parts/page-head';
import { LastJobs } from '../jobs/last-jobs';
import { BulkActions } from './bulk-actions';
import { Filters } from './filters';
import { Rows } from './rows';
import { type ActivitySearch, textOfSearch } from './search';
import { Total } from './total';

/** All notifications, the newest first. New ones come by themselves while the list is at its top. */
export default function Activity(): ReactNode {
  const place = usePlace();
  const search = useSearch({ from: '/signed-in/$app/$environment/activity' });
  const navigate = useNavigate();
  const mayChange = useMay('editor');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => setSelected(new Set()), [place.app, place.environment, search]);

  const change = (next: ActivitySearch): void => {
    void navigate({ to: '/$app/$environment/activity', params: place, search: next });
  };
  const select = (id: string, isSelected: boolean): void =>
    setSelected((known) => {
      const next = new Set(known);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  const list = `${place.app}/${place.environment}?${textOfSearch(search)}`;

  return (
    <>
      <PageHead title="Activity" about="Every notification, the newest first.">
        {mayChange && (
          <BulkActions search={search} selected={selected} clear={() => setSelected(new Set())} />
        )}
      </PageHead>
      <Filters search={search} change={change} />
      {search.broadcast !== undefined && (
        <Text size="sm" mb="sm">
          <AnchorLink
            size="sm"
            to="/$app/$environment/broadcasts/$broadcast"
            params={{ ...place, broadcast: search.broadcast }}
          >
            Open the broadcast
          </AnchorLink>
        </Text>
      )}
      <LastJobs />
      <Total search={search} />
      <Rows
        key={list}
        name={`activity/${list}`}
        search={search}
        selected={mayChange ? selected : null}
        select={select}
        nothing={<Nothing search={search} clear={() => change({})} />}
      />
    </>
  );
}

function Nothing({ search, clear }: { search: ActivitySearch; clear: () => void }) {
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  if (isFiltered)
    return (
      <NothingHere title="No notification matches">
        <Button size="xs" variant="default" onClick={clear}>
          Clear the filters
        </Button>
      </NothingHere>
    );
  return (
    <NothingHere title="Nothing was sent yet">
      Send a first notification with <Code>POST /v1/send/&#123;event&#125;</Code> and a key of this
      environment. It appears here within seconds.
    </NothingHere>
  );
}

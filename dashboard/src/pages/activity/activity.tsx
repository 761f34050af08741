import { Anchor, Button, Center, Code, Loader, Paper, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { NothingHere } from '../../parts/nothing-here';
import { PageHead } from '../../parts/page-head';
import { Awaited } from '../../parts/awaited';
import { BulkActions } from './bulk-actions';
import { Filters } from './filters';
import { activityQuery, keepFirstPages } from './list';
import { Row, RowHead } from './row';
import type { ActivitySearch } from './search';

const ROW_HEIGHT = 46;
const NARROW_ROW_HEIGHT = 72;
const LIVE_EVERY_MS = 3_000;

/** All notifications, the newest first. New ones come by themselves while the list is at its top. */
export default function Activity(): ReactNode {
  const place = usePlace();
  const search = useSearch({ from: '/signed-in/$app/$environment/activity' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayChange = useMay('editor');
  const narrow = useMediaQuery('(max-width: 48em)') ?? false;
  const scroll = useRef<HTMLDivElement>(null);
  const [atTop, setAtTop] = useState(true);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());

  const list = useInfiniteQuery({
    ...activityQuery(place, search),
    // To read again what lies far below would move it away under the reader.
    refetchInterval: atTop ? LIVE_EVERY_MS : false,
  });
  const pageCount = list.data?.pages.length ?? 0;
  useEffect(() => {
    if (atTop && pageCount > 1) keepFirstPages(queries);
  }, [atTop, pageCount, queries]);
  const lines = useMemo(
    () => list.data?.pages.flatMap(({ notifications }) => notifications) ?? [],
    [list.data],
  );
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => (narrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 12,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= lines.length - 30) void fetchNextPage();
  }, [last, lines.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
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

  return (
    <>
      <PageHead title="Activity" about="Every notification, the newest first.">
        {mayChange && (
          <BulkActions search={search} selected={selected} clear={() => setSelected(new Set())} />
        )}
      </PageHead>
      <Filters search={search} change={change} />
      <Awaited query={list} />
      {list.data && lines.length === 0 && <Nothing search={search} clear={() => change({})} />}
      {lines.length > 0 && (
        <Paper withBorder>
          {!narrow && <RowHead selectable={mayChange} />}
          <div
            ref={scroll}
            style={{ height: 'calc(100dvh - 270px)', minHeight: 320, overflow: 'auto' }}
            onScroll={(event) => setAtTop(event.currentTarget.scrollTop < ROW_HEIGHT)}
            role="region"
            aria-label="Notifications"
            tabIndex={0}
          >
            <div role="list" style={{ height: rows.getTotalSize(), position: 'relative' }}>
              {shown.map(({ index, key, start, size }) => {
                const line = lines[index];
                if (!line) return null;
                return (
                  <div
                    key={key}
                    role="listitem"
                    aria-posinset={index + 1}
                    aria-setsize={hasNextPage ? -1 : lines.length}
                    style={{
                      position: 'absolute',
                      insetInline: 0,
                      height: size,
                      transform: `translateY(${start}px)`,
                    }}
                  >
                    <Row
                      line={line}
                      narrow={narrow}
                      selected={mayChange ? selected.has(line.id) : null}
                      select={select}
                    />
                  </div>
                );
              })}
            </div>
            {isFetchingNextPage && (
              <Center py="xs">
                <Loader size="sm" aria-label="Loading more" />
              </Center>
            )}
          </div>
        </Paper>
      )}
      {!atTop && lines.length > 0 && (
        <Text size="xs" mt={4} c="var(--dimmed-text)">
          New notifications wait at the top.{' '}
          <Anchor component="button" size="xs" onClick={() => scroll.current?.scrollTo({ top: 0 })}>
            Go there
          </Anchor>
        </Text>
      )}
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

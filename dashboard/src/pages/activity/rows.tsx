import { Anchor, Center, Loader, Paper, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useElementScrollRestoration } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { activityQuery, keepFirstPages } from './list';
import { Row, RowHead } from './row';
import type { ActivitySearch } from './search';

const ROW_HEIGHT = 46;
const NARROW_ROW_HEIGHT = 72;
const LIVE_EVERY_MS = 3_000;

interface RowsProps {
  search: ActivitySearch;
  /** Names the list among others: the place in it comes back with the browser's "Back". */
  name: string;
  /** Null: nothing can be selected. */
  selected: ReadonlySet<string> | null;
  select: (id: string, isSelected: boolean) => void;
  /** What stands in place of an empty list. */
  nothing: ReactNode;
}

/** The rows that match the filters. Those that are in view are in the document, and a few around them. */
export function Rows({ search, name, selected, select, nothing }: RowsProps) {
  const place = usePlace();
  const queries = useQueryClient();
  const narrow = useMediaQuery('(max-width: 48em)') ?? false;
  const scroll = useRef<HTMLDivElement>(null);
  const wasAt = useElementScrollRestoration({ id: name })?.scrollY ?? 0;
  const [atTop, setAtTop] = useState(wasAt < ROW_HEIGHT);

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
    initialOffset: wasAt,
    overscan: 12,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= lines.length - 30) void fetchNextPage();
  }, [last, lines.length, hasNextPage, isFetchingNextPage, fetchNextPage]);

  return (
    <>
      <Awaited query={list} />
      {list.data && lines.length === 0 && nothing}
      {lines.length > 0 && (
        <Paper withBorder>
          {!narrow && <RowHead selectable={selected !== null} />}
          <div
            ref={scroll}
            data-scroll-restoration-id={name}
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
                      selected={selected?.has(line.id) ?? null}
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

import { Button } from '@mantine/core';
import { useState } from 'react';
import { ACTION_WORDS, type JobAction, STATUSES_OF } from '../jobs/words';
import { BulkDialog } from './bulk-dialog';
import type { ActivitySearch } from './search';

interface BulkActionsProps {
  search: ActivitySearch;
  selected: ReadonlySet<string>;
  clear: () => void;
}

const ACTIONS = Object.keys(ACTION_WORDS) as JobAction[];

/** Begins jobs about what is selected, or about all that the filters match. */
export function BulkActions({ search, selected, clear }: BulkActionsProps) {
  const [asked, setAsked] = useState<{ action: JobAction; key: number } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { status } = search;
  const suffix = selected.size > 0 ? ` ${selected.size} selected` : ' all…';
  return (
    <>
      {ACTIONS.map((action) => (
        <Button
          key={action}
          size="xs"
          variant="default"
          // The status that is filtered by is one that the action is not for.
          disabled={selected.size === 0 && status !== undefined && !STATUSES_OF[action].includes(status)}
          onClick={() => {
            setAsked({ action, key: (asked?.key ?? 0) + 1 });
            setIsOpen(true);
          }}
        >
          {ACTION_WORDS[action].label}
          {suffix}
        </Button>
      ))}
      {asked && (
        <BulkDialog
          key={asked.key}
          action={asked.action}
          search={search}
          selected={selected}
          opened={isOpen}
          close={() => setIsOpen(false)}
          begun={clear}
        />
      )}
    </>
  );
}

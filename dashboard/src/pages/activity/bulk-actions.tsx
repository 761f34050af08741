import { Button, Group, List, Progress as Bar, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../../layout/place';
import { Problem } from '../../parts/problem';
import { type Progress, runAll } from '../../parts/run-all';
import { act, type BulkAction, idsMatching, MOST } from './bulk';
import { refreshLists } from './list';
import type { ActivitySearch } from './search';
import { NamedModal } from '../../parts/named-modal';

interface BulkActionsProps {
  search: ActivitySearch;
  selected: ReadonlySet<string>;
  clear: () => void;
}

type Step =
  | { name: 'counting'; found: number }
  | { name: 'ready'; ids: string[] }
  | { name: 'running'; progress: Progress }
  | { name: 'ended'; progress: Progress }
  | { name: 'failed'; error: unknown };

const WORDS = {
  retry: { title: 'Retry', does: 'sends again what failed', done: 'retried' },
  cancel: { title: 'Cancel', does: 'stops what has not been sent yet', done: 'cancelled' },
} as const;

/** Retries or cancels what is selected, or all that the filters match. It says the number first, and how it goes after. */
export function BulkActions({ search, selected, clear }: BulkActionsProps) {
  const place = usePlace();
  const queries = useQueryClient();
  const [action, setAction] = useState<BulkAction | null>(null);
  const [step, setStep] = useState<Step>({ name: 'counting', found: 0 });

  const open = async (chosen: BulkAction): Promise<void> => {
    setAction(chosen);
    if (selected.size > 0) return setStep({ name: 'ready', ids: [...selected] });
    setStep({ name: 'counting', found: 0 });
    try {
      const ids = await idsMatching(chosen, place, search, (found) => setStep({ name: 'counting', found }));
      setStep({ name: 'ready', ids });
    } catch (error) {
      setStep({ name: 'failed', error });
    }
  };
  const run = async (chosen: BulkAction, ids: string[]): Promise<void> => {
    const progress = await runAll(ids, act[chosen], (now) => setStep({ name: 'running', progress: now }));
    setStep({ name: 'ended', progress });
    clear();
    await refreshLists(queries);
  };
  const isBusy = step.name === 'running';
  const suffix = selected.size > 0 ? ` ${selected.size} selected` : ' all…';
  return (
    <>
      <Button size="xs" variant="default" onClick={() => void open('retry')}>
        Retry{suffix}
      </Button>
      <Button size="xs" variant="default" onClick={() => void open('cancel')}>
        Cancel{suffix}
      </Button>
      <NamedModal
        opened={action !== null}
        onClose={() => setAction(null)}
        closeOnClickOutside={!isBusy}
        closeOnEscape={!isBusy}
        withCloseButton={!isBusy}
        title={action === null ? '' : `${WORDS[action].title} notifications`}
      >
        {action !== null && (
          <BulkStep action={action} step={step} run={run} count={open} close={() => setAction(null)} />
        )}
      </NamedModal>
    </>
  );
}

interface BulkStepProps {
  action: BulkAction;
  step: Step;
  run: (action: BulkAction, ids: string[]) => Promise<void>;
  /** Counts again. */
  count: (action: BulkAction) => Promise<void>;
  close: () => void;
}

function BulkStep({ action, step, run, count: again, close }: BulkStepProps) {
  const { title, does, done } = WORDS[action];
  switch (step.name) {
    case 'counting':
      return <Text aria-live="polite">Counting: {step.found} so far.</Text>;
    case 'failed':
      return <Problem error={step.error} retry={() => void again(action)} />;
    case 'ready':
      if (step.ids.length === 0) return <Text>Nothing that matches can be {done}.</Text>;
      return (
        <Stack>
          <Text>
            {title} <b>{step.ids.length}</b> notification{step.ids.length === 1 ? '' : 's'}? This {does}.
            {step.ids.length === MOST && ' There are more: narrow the filters, or repeat this afterwards.'}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Leave them
            </Button>
            <Button onClick={() => void run(action, step.ids)} data-autofocus>
              {title} {step.ids.length}
            </Button>
          </Group>
        </Stack>
      );
    default: {
      const { done: count, total, failed } = step.progress;
      return (
        <Stack aria-live="polite">
          <Bar value={(count / Math.max(1, total)) * 100} aria-label="Progress" />
          <Text>
            {count} of {total}: {count - failed.length} {done}, {failed.length} refused.
          </Text>
          {failed.length > 0 && (
            <List size="sm">
              {failed.slice(0, 5).map(({ id, why }) => (
                <List.Item key={id}>
                  {id.slice(0, 8)}: {why}
                </List.Item>
              ))}
            </List>
          )}
          {step.name === 'ended' && <Button onClick={close}>Done</Button>}
        </Stack>
      );
    }
  }
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { NamedModal } from '../../parts/named-modal';
import { Problem } from '../../parts/problem';
import { useChange } from '../../parts/use-change';
import { jobsKey } from '../jobs/queries';
import { Reasons } from '../jobs/reasons';
import { ACTION_WORDS, type JobAction } from '../jobs/words';
import { filtersOf } from './list';
import type { ActivitySearch } from './search';

interface BulkDialogProps {
  action: JobAction;
  search: ActivitySearch;
  selected: ReadonlySet<string>;
  opened: boolean;
  close: () => void;
  /** Called after the job has begun. */
  begun: () => void;
}

/** Says what a job would do and why it would leave others, and begins it. */
export function BulkDialog({ action, search, selected, opened, close, begun }: BulkDialogProps) {
  const place = usePlace();
  const { title, label, done } = ACTION_WORDS[action];
  // As it was when the dialog was opened: a click twice, or after an error, begins one job.
  const [asked] = useState(() => {
    const what =
      selected.size > 0 ? { environment: place.environment, ids: [...selected] } : filtersOf(place, search);
    return { body: { action, ...what }, key: `${Date.now()}-${randomId('')}` };
  });
  const preview = useQuery({
    queryKey: ['job-preview', place.app, asked.key],
    queryFn: ({ signal }) =>
      api.post('/admin/v1/applications/{app}/jobs/preview', { app: place.app, body: asked.body, signal }),
    ...{ staleTime: Infinity, gcTime: 0 },
  });
  const start = useChange({
    run: () =>
      api.post('/admin/v1/applications/{app}/jobs', {
        app: place.app,
        body: { ...asked.body, key: asked.key },
      }),
    refresh: [jobsKey(place)],
    done: () => {
      close();
      begun();
    },
    showsError: true,
  });
  const found = preview.data;
  return (
    <NamedModal opened={opened} onClose={close} title={title}>
      <Stack>
        {preview.isFetching ? <Text aria-live="polite">Counting…</Text> : <Awaited query={preview} />}
        {found && (
          <>
            <Text aria-live="polite">
              <b>
                {found.would} of {found.examined}
              </b>{' '}
              would be {done}.
              {found.examined < found.matched &&
                ` These are the newest: the job is about all ${found.matched_more ? 'of more than ' : ''}${found.matched}.`}
            </Text>
            {found.reasons.length > 0 && (
              <>
                <Text size="sm">Others are left as they are:</Text>
                <Reasons reasons={found.reasons} />
              </>
            )}
            {start.error !== null && <Problem error={start.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Leave them
              </Button>
              {(found.would > 0 || found.examined < found.matched) && (
                <Button loading={start.isPending} onClick={() => start.mutate(undefined)} data-autofocus>
                  {label} {found.examined < found.matched ? 'them' : found.would}
                </Button>
              )}
            </Group>
          </>
        )}
      </Stack>
    </NamedModal>
  );
}

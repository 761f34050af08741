import { Alert, Grid, Skeleton, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { NotificationDetails } from '../../../api/types';
import { Outside } from '../../../parts/outside';
import type { FlowStep } from '../../events/file/flow';
import { FlowList } from '../../events/steps/flow-list';
import { idOfStep } from '../../events/steps/node-ids';
import { flowOfRun } from './flow';
import { StepDetails } from './step-details';
import { type StepsView, ViewChoice } from '../../events/steps/view-choice';

const Diagram = lazy(() => import('../../events/steps/diagram'));

interface StepsProps {
  notification: NotificationDetails;
  /** Shows a message in full. */
  showMessage: (id: string) => void;
}

/** The way of a notification through the steps of its event: done, now, skipped and to come. */
export default function Steps({ notification, showMessage }: StepsProps): ReactNode {
  const { steps: runs, messages, sequence, status } = notification;
  const steps = useMemo(() => flowOfRun({ steps: runs, messages }), [runs, messages]);
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [view, setView] = useState<StepsView>('diagram');
  const [name, setName] = useState(() => firstShown(runs));
  const chosen = findStep(steps, name);
  const choose = ({ run }: FlowStep): void => {
    setName(run?.name);
    const [first] = run?.message_ids ?? [];
    if (first !== undefined) showMessage(first);
  };
  const id = chosen && idOfStep(chosen.path);
  return (
    <section aria-label="Steps">
      {sequence !== null && (
        <Alert mb="xs" title="This sequence is code">
          <Outside>{sequence}</Outside> declares no steps. These ran.
        </Alert>
      )}
      {!isNarrow && <ViewChoice view={view} choose={setView} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          {view === 'diagram' && !isNarrow ? (
            <Suspense fallback={<Skeleton height={240} aria-label="Loading" role="status" />}>
              <Diagram steps={steps} choose={choose} chosen={id} ending={ENDINGS[status] ?? 'Completed'} />
            </Suspense>
          ) : (
            <FlowList steps={steps} list={['sequence']} label="" show={{ choose, chosen: id }} />
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          {chosen ? (
            <StepDetails step={chosen} notification={notification} />
          ) : (
            <Text size="sm" c="var(--dimmed-text)">
              Choose a step to see what it read and sent.
            </Text>
          )}
        </Grid.Col>
      </Grid>
    </section>
  );
}

const ENDINGS: Partial<Record<NotificationDetails['status'], string>> = {
  failed: 'Failed',
  stopped: 'Cancelled',
};

/** Returns the step that an operator wants to see first: where it is, else what failed, else the last that ran. */
const firstShown = (runs: NotificationDetails['steps']): string | undefined =>
  (
    runs.find(({ state }) => state === 'current') ??
    runs.find(({ state }) => state === 'failed') ??
    runs.findLast(({ state }) => state === 'done')
  )?.name;

function findStep(steps: readonly FlowStep[], name: string | undefined): FlowStep | undefined {
  for (const step of steps) {
    if (step.run?.name === name) return step;
    const inner = findStep(
      step.branches.flatMap((branch) => branch.steps),
      name,
    );
    if (inner) return inner;
  }
  return undefined;
}

import { Alert, SegmentedControl, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ChannelOrder } from '../editor/channel-order';
import { setChannels } from '../file/edit';
import { insertStep, moveStep, removeStep, setStep } from '../file/edit-steps';
import { type FlowStep, flowOf } from '../file/flow';
import { channelsOf, sendsOf } from '../file/sets';
import { FlowList, type StepActions } from './flow-list';
import { StepPanel } from './step-panel';

const Diagram = lazy(() => import('./diagram'));

interface StepsTabProps {
  source: string;
  file: Record<string, unknown>;
  /** Absent: the file can only be read. */
  onChange?: (source: string) => void;
}

/** What an event does, as a list or a diagram, with its steps to edit, and the order of its channels. */
export function StepsTab({ source, file, onChange }: StepsTabProps) {
  const steps = useMemo(() => flowOf(file), [file]);
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [view, setView] = useState<'list' | 'diagram'>(
    steps.some(({ branches }) => branches.length > 0) ? 'diagram' : 'list',
  );
  const [edited, setEdited] = useState<FlowStep>();
  const [said, setSaid] = useState('');
  const isCode = steps[0]?.kind === 'code';
  const apply = (text: string, says: string): void => {
    onChange?.(text);
    setSaid(says);
  };
  const actions: StepActions | undefined =
    onChange && !isCode && steps[0]?.path.length !== 1
      ? {
          edit: setEdited,
          move: ({ path, title }, by) =>
            apply(moveStep(source, path, by), `“${title}” is moved ${by < 0 ? 'up' : 'down'}.`),
          remove: ({ path, title }) => apply(removeStep(source, path), `“${title}” is removed.`),
          add: (list, index, step) => apply(insertStep(source, list, index, step), 'A step is added.'),
        }
      : undefined;
  return (
    <Stack gap="lg">
      <section aria-label="Steps">
        <Text fw={600}>Steps</Text>
        <Text size="sm" c="var(--dimmed-text)" mb="xs">
          They run one after the other for each notification.
        </Text>
        {isCode && (
          <Alert mb="xs" title="This sequence is code">
            An engineer changes it in workflows/sequences. Its templates can be edited here.
          </Alert>
        )}
        {!isNarrow && !isCode && (
          <SegmentedControl
            size="xs"
            mb="xs"
            aria-label="View of the steps"
            data={[
              { value: 'diagram', label: 'Diagram' },
              { value: 'list', label: 'List' },
            ]}
            value={view}
            onChange={(next) => setView(next)}
          />
        )}
        {view === 'diagram' && !isNarrow && !isCode ? (
          <Suspense fallback={<Skeleton height={240} aria-label="Loading" role="status" />}>
            <Diagram steps={steps} edit={actions?.edit} />
            {actions && (
              <Text size="sm" mt={4}>
                Choose a step to edit it. Add, move and remove steps in the list.
              </Text>
            )}
          </Suspense>
        ) : (
          <FlowList steps={steps} list={['sequence']} label="Add a step" actions={actions} />
        )}
        <VisuallyHidden role="status">{said}</VisuallyHidden>
      </section>
      {edited && (
        <StepPanel
          key={edited.path.join('.')}
          step={edited}
          sends={sendsOf(file.sequence).map(({ name }) => name)}
          close={() => setEdited(undefined)}
          apply={(step) => {
            apply(setStep(source, edited.path, step), 'The step is changed.');
            setEdited(undefined);
          }}
        />
      )}
      <ChannelOrder
        channels={channelsOf(file)}
        onChange={onChange && ((channels) => onChange(setChannels(source, channels)))}
      />
    </Stack>
  );
}

import { Alert, Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ChannelOrder } from '../editor/channel-order';
import { setChannels } from '../file/edit';
import { type FlowStep, flowOf } from '../file/flow';
import { channelsOf, sendsOf } from '../file/sets';
import { FlowList } from './flow-list';
import { StepPanel } from './step-panel';
import { useStepActions } from './use-step-actions';

const Diagram = lazy(() => import('./diagram'));

interface StepsTabProps {
  source: string;
  file: Record<string, unknown>;
  /** Absent: the file can only be read. */
  onChange?: (source: string) => void;
}

/** What an event does, as a list or a diagram, with its steps to edit, and the order of its channels. */
export default function StepsTab({ source, file, onChange }: StepsTabProps) {
  const steps = useMemo(() => flowOf(file), [file]);
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [view, setView] = useState<'list' | 'diagram'>(
    steps.some(({ branches }) => branches.length > 0) ? 'diagram' : 'list',
  );
  const [edited, setEdited] = useState<FlowStep>();
  const { actions, undo, last } = useStepActions(source, onChange);
  const isCode = steps[0]?.kind === 'code';
  const mayEdit = onChange !== undefined && !isCode && steps[0]?.path.length !== 1;
  const editing = mayEdit ? { actions, edit: setEdited } : undefined;
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
            <Diagram steps={steps} actions={editing?.actions} choose={editing?.edit} focus={last?.focus} />
            {editing && (
              <Text size="sm" mt={4}>
                Choose a step to edit it, or + to add one. Drag a step to another place, or use its menu.
              </Text>
            )}
          </Suspense>
        ) : (
          <FlowList steps={steps} list={['sequence']} label="Add a step" editing={editing} />
        )}
        <Group gap="xs" mt={4} mih={24}>
          <Text size="sm" role="status">
            {last?.says}
          </Text>
          {last && (
            <Button size="compact-xs" variant="subtle" onClick={undo}>
              Undo
            </Button>
          )}
        </Group>
      </section>
      {edited && (
        <StepPanel
          key={edited.path.join('.')}
          step={edited}
          sends={sendsOf(file.sequence).map(({ name }) => name)}
          close={() => setEdited(undefined)}
          apply={(step) => {
            actions.set(edited, step);
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

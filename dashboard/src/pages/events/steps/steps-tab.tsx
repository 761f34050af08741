import { Alert, Button, Grid, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { ChannelOrder } from '../editor/channel-order';
import { setChannels } from '../file/edit';
import { type FlowStep, flowOf } from '../file/flow';
import { placeOf } from '../file/path-at';
import { channelsOf, sendsOf } from '../file/sets';
import { FlowList } from './flow-list';
import { stepAt, flat, withFaces } from './faces';
import { type MessageEditing, MessageEditor } from './message-editor';
import { idOfStep } from './node-ids';
import { StepDock } from './step-dock';
import { useStepActions } from './use-step-actions';
import { type StepsView, ViewChoice } from './view-choice';

const Diagram = lazy(() => import('./diagram'));

interface StepsTabProps extends MessageEditing {
  file: Record<string, unknown>;
  /** Absent: the file can only be read. */
  onChange?: (source: string) => void;
  /** The line of the file to go to. A new object goes there again. */
  goTo: { line: number } | undefined;
}

/** What an event does, as a list or a diagram. A step that is chosen is docked to it, a SEND with its message. */
export default function StepsTab({ file, onChange, goTo, ...editing }: StepsTabProps) {
  const { source, problems } = editing;
  const places = useMemo(() => problems.map(({ line }) => placeOf(source, line).path), [source, problems]);
  const steps = useMemo(() => withFaces(flowOf(file), file, places), [file, places]);
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [view, setView] = useState<StepsView>(
    steps.some(({ branches }) => branches.length > 0) ? 'diagram' : 'list',
  );
  const [editedId, setEditedId] = useState<string>();
  const [undone, setUndone] = useState(0);
  const { actions: given, undo, last } = useStepActions(source, onChange);
  const isCode = steps[0]?.kind === 'code';
  const mayEdit = onChange !== undefined && !isCode && steps[0]?.path.length !== 1;
  const edited = mayEdit ? flat(steps).find(({ path }) => idOfStep(path) === editedId) : undefined;
  const frame = useRef<HTMLDivElement>(null);
  const close = (): void => {
    setEditedId(undefined);
    frame.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(editedId ?? '')}"] button`)?.focus();
  };
  // A step that moves has another place then.
  const closing =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args): void => {
      setEditedId(undefined);
      act(...args);
    };
  const actions = {
    ...given,
    add: closing(given.add),
    move: closing(given.move),
    remove: closing(given.remove),
    removeBranch: closing(given.removeBranch),
  };
  const edit = ({ path }: FlowStep): void => setEditedId(idOfStep(path));
  const list = mayEdit ? { actions, edit } : undefined;
  useEffect(() => {
    const step = goTo && stepAt(steps, file, placeOf(source, goTo.line).path);
    if (step) edit(step);
  }, [goTo]);
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
        {!isNarrow && !isCode && <ViewChoice view={view} choose={setView} />}
        <Grid gap="md" ref={frame}>
          <Grid.Col span={edited ? { base: 12, lg: 5 } : 12}>
            {view === 'diagram' && !isNarrow && !isCode ? (
              <Suspense fallback={<Skeleton height={240} aria-label="Loading" role="status" />}>
                <Diagram
                  steps={steps}
                  actions={list?.actions}
                  choose={list?.edit}
                  chosen={editedId}
                  focus={last?.focus}
                />
                {list && (
                  <Text size="sm" mt={4}>
                    Choose a step to edit it, or + to add one. Drag a step to another place, or use its menu.
                  </Text>
                )}
              </Suspense>
            ) : (
              <FlowList steps={steps} list={['sequence']} label="Add a step" editing={list} />
            )}
          </Grid.Col>
          {edited && (
            <Grid.Col span={{ base: 12, lg: 7 }}>
              <StepDock
                key={`${editedId} ${undone}`}
                step={edited}
                sends={sendsOf(file.sequence).map(({ name }) => name)}
                close={close}
                edit={(step) => actions.edit(edited, step)}
              >
                {edited.kind === 'send' && onChange && (
                  <MessageEditor step={edited} file={file} onChange={onChange} {...editing} />
                )}
              </StepDock>
            </Grid.Col>
          )}
        </Grid>
        <Group gap="xs" mt={4} mih={24}>
          <Text size="sm" role="status">
            {last?.says}
          </Text>
          {last && (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => {
                undo();
                setUndone(undone + 1);
              }}
            >
              Undo
            </Button>
          )}
        </Group>
      </section>
      <ChannelOrder
        channels={channelsOf(file)}
        onChange={onChange && ((channels) => onChange(setChannels(source, channels)))}
      />
    </Stack>
  );
}

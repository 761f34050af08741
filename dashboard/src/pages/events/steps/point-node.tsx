import { ActionIcon, Group, Text } from '@mantine/core';
import { ArrowDownToLine, Plus } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { isWithin, placeAfterMove } from '../file/edit-steps';
import { AddStep } from './add-step';
import { useDiagram } from './diagram-context';
import type { Point } from './graph';
import { idOfStep } from './node-ids';

/** A place between steps: it adds a step, or takes the one that is being moved. */
export function PointNode({ point: { list, index, branch, where } }: { point: Point }) {
  const { editing } = useDiagram();
  return (
    <Group gap={4} wrap="nowrap" justify="center" align="center" w="100%" h="100%">
      {branch !== undefined && (
        <Text size="xs" fw={600} className="diagram-branch">
          {branch}
        </Text>
      )}
      {editing && !editing.moved && (
        <AddStep add={(step) => editing.actions.add(list, index, step)}>
          <ActionIcon
            className="nodrag nopan"
            size={22}
            radius="xl"
            variant="default"
            aria-label={`Add a step ${where}`}
          >
            <Plus size={14} aria-hidden />
          </ActionIcon>
        </AddStep>
      )}
      {editing?.moved && <Target {...{ list, index, where }} />}
    </Group>
  );
}

/** Takes the step that is being moved, by a click or as it is dropped. */
function Target({ list, index, where }: Omit<Point, 'branch'>) {
  const { moved, setMoved, actions } = useDiagram().editing ?? {};
  const [isOver, setIsOver] = useState(false);
  if (!moved || !actions) return null;
  const stays = idOfStep(placeAfterMove(moved.path, list, index)) === idOfStep(moved.path);
  if (stays || isWithin(list, moved.path)) return null;
  const take = (): void => {
    setMoved?.(undefined);
    actions.move(moved, list, index);
  };
  const over = (event: DragEvent, is: boolean): void => {
    event.preventDefault();
    setIsOver(is);
  };
  return (
    <ActionIcon
      className="nodrag nopan"
      size={26}
      radius="xl"
      variant={isOver ? 'filled' : 'light'}
      aria-label={`Move it here, ${where}`}
      onClick={take}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <ArrowDownToLine size={14} aria-hidden />
    </ActionIcon>
  );
}

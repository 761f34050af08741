import { ActionIcon, Menu } from '@mantine/core';
import { EllipsisVertical } from 'lucide-react';
import type { FlowStep } from '../file/flow';
import type { DiagramEditing } from './diagram-context';

interface StepMenuProps {
  step: FlowStep;
  index: number;
  count: number;
  editing: DiagramEditing;
}

/** What can be done with a step of a diagram, besides editing it. */
export function StepMenu({ step, index, count, editing: { actions, setMoved } }: StepMenuProps) {
  const list = step.path.slice(0, -1);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size={24} variant="subtle" color="gray" aria-label={`More: ${step.title}`}>
          <EllipsisVertical size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={index === 0} onClick={() => actions.move(step, list, index - 1)}>
          Move up
        </Menu.Item>
        <Menu.Item disabled={index === count - 1} onClick={() => actions.move(step, list, index + 2)}>
          Move down
        </Menu.Item>
        <Menu.Item onClick={() => setMoved(step)}>Move elsewhere…</Menu.Item>
        <Menu.Divider />
        {step.branches
          .filter(({ steps }) => steps.length > 0)
          .map((branch) => (
            <Menu.Item key={branch.title} onClick={() => actions.removeBranch(branch)}>
              Remove the steps of “{branch.title}”
            </Menu.Item>
          ))}
        <Menu.Item color="red" onClick={() => actions.remove(step)}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

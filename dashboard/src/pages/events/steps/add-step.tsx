import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { STEP_KINDS } from './step-kinds';

interface AddStepProps {
  /** The button that opens the menu. */
  children: ReactElement;
  add: (step: Record<string, unknown>) => void;
}

/** A menu of the steps that can be added. */
export const AddStep = ({ children, add }: AddStepProps) => (
  <Menu position="bottom-start" withinPortal>
    <Menu.Target>{children}</Menu.Target>
    <Menu.Dropdown>
      {Object.values(STEP_KINDS).map(({ name, about, first }) => (
        <Menu.Item key={name} onClick={() => add(first)}>
          {name}: {about}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);

import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { NEW_STEPS } from './new-steps';

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
      {NEW_STEPS.map(({ name, about, step }) => (
        <Menu.Item key={name} onClick={() => add(step)}>
          {name}: {about}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);

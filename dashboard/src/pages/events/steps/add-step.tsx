import { Button, Menu } from '@mantine/core';
import { Plus } from 'lucide-react';
import { NEW_STEPS } from './new-steps';

interface AddStepProps {
  /** Where, such as "to Then". */
  label: string;
  add: (step: Record<string, unknown>) => void;
}

/** A button that adds a step to the end of a list. */
export const AddStep = ({ label, add }: AddStepProps) => (
  <Menu position="bottom-start">
    <Menu.Target>
      <Button size="compact-xs" variant="subtle" leftSection={<Plus size={14} aria-hidden />}>
        {label}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {NEW_STEPS.map(({ name, about, step }) => (
        <Menu.Item key={name} onClick={() => add(step)}>
          {name}: {about}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);

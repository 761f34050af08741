import { SegmentedControl } from '@mantine/core';

/** How steps are shown. */
export type StepsView = 'diagram' | 'list';

interface ViewChoiceProps {
  view: StepsView;
  choose: (view: StepsView) => void;
}

/** Chooses how steps are shown. */
export const ViewChoice = ({ view, choose }: ViewChoiceProps) => (
  <SegmentedControl
    size="xs"
    mb="xs"
    aria-label="View of the steps"
    data={[
      { value: 'diagram', label: 'Diagram' },
      { value: 'list', label: 'List' },
    ]}
    value={view}
    onChange={(next) => choose(next)}
  />
);

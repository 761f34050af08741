import { createContext, useContext } from 'react';
import type { FlowStep } from '../file/flow';
import type { StepActions } from './use-step-actions';

/** What the nodes of a diagram can do. */
export interface DiagramUse {
  /** Opens a step. */
  choose?: (step: FlowStep) => void;
  /** Id of the node of the step that is open. */
  chosen?: string;
  /** How a run through all steps ends, in a word. */
  ending: string;
  /** Absent: the steps can only be read. */
  editing?: DiagramEditing;
}

/** How the steps of a diagram are changed. */
export interface DiagramEditing {
  actions: StepActions;
  /** Step that is being moved, until a place is chosen. */
  moved: FlowStep | undefined;
  setMoved: (step: FlowStep | undefined) => void;
}

export const DiagramContext = createContext<DiagramUse>({ ending: 'Completed' });

export const useDiagram = (): DiagramUse => useContext(DiagramContext);

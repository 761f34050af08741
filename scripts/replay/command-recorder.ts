import {
  type Sinks,
  type WorkflowInterceptorsFactory,
  type WorkflowInternalsInterceptor,
  proxySinks,
} from '@temporalio/workflow';

type Commands = Parameters<NonNullable<WorkflowInternalsInterceptor['concludeActivation']>>[0]['commands'];

/** Tells the replay what the code asks for, which Temporal's own words leave out. */
export interface AskedSinks extends Sinks {
  replay: { asked(commands: Commands): void };
}

const { replay } = proxySinks<AskedSinks>();

/** A module of the replayed bundle: it looks on, and changes nothing of what a workflow does. */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  internals: [
    {
      concludeActivation: (input, next) => {
        replay.asked(input.commands);
        return next(input);
      },
    },
  ],
});

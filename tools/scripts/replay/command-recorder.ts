import {
  type Sinks,
  type WorkflowInterceptorsFactory,
  type WorkflowInternalsInterceptor,
  proxySinks,
} from '@temporalio/workflow';

type Commands = Parameters<NonNullable<WorkflowInternalsInterceptor['concludeActivation']>>[0]['commands'];

/** Passes the commands of the code to the replay, because Temporal's errors do not name them. */
export interface CommandSinks extends Sinks {
  replay: { record(commands: Commands): void };
}

const { replay } = proxySinks<CommandSinks>();

/** A module of the replayed bundle. It changes nothing that a workflow does. */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  internals: [
    {
      concludeActivation: (input, next) => {
        replay.record(input.commands);
        return next(input);
      },
    },
  ],
});

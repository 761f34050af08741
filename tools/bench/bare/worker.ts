import { activityInfo } from '@temporalio/activity';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { loadConfig } from '../../../process/config';
import { onStopSignal } from '../../../process/lifecycle';
import type { BareActivities } from './workflow';

/** The worker of the bare workflows, a process as the service's own worker is, with the same settings. */
async function main(): Promise<void> {
  const config = loadConfig();
  Runtime.install({ logger: new DefaultLogger('WARN') });
  const connection = await NativeConnection.connect({
    address: config.TEMPORAL_ADDRESS,
    grpcCompression: { codec: config.TEMPORAL_COMPRESSION },
  });
  const activities: BareActivities = {
    // Saying so is all: it is how the bench knows, as it knows of a send by its mail.
    nothing: async () => {
      process.send?.({ type: 'done', id: activityInfo().workflowExecution?.workflowId });
    },
  };
  const worker = await Worker.create({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    workflowBundle: { codePath: config.WORKFLOW_BUNDLE ?? '' },
    activities: { ...activities },
    maxConcurrentActivityTaskExecutions: config.WORKER_MAX_ACTIVITIES,
    maxConcurrentWorkflowTaskExecutions: config.WORKER_MAX_WORKFLOW_TASKS,
    maxCachedWorkflows: config.WORKER_MAX_CACHED_WORKFLOWS,
  });
  onStopSignal(() => worker.shutdown());
  process.send?.({ type: 'ready' });
  await worker.run();
  await connection.close();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);

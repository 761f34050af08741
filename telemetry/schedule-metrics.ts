import { counter } from './registry';

const runs = counter(
  'schedule_runs_total',
  'Runs of schedules that ended in this process, by outcome: sent, partly, failed, missed or empty.',
  ['environment', 'outcome'],
);

export const countRun = (environment: string, outcome: string): void => runs.inc({ environment, outcome });

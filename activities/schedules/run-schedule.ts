import { KEPT_ERRORS, type RunResult, type ScheduleRun } from '../../core/schedules/run';
import { derivedId, runIdOf } from '../../core/shared/ids';
import type { Schedule } from '../../store/schedules/schedules';
import { countRun } from '../../telemetry/schedule-metrics';
import type { Activities, RunScheduleInput, RunScheduleResult } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { withHeartbeat } from '../heartbeat';

/**
 * Makes a run of a schedule: a notification for each recipient, accepted as if a request had asked for it. Every attempt at a
 * run derives the same ids, so what an attempt has made before it was killed is not made again.
 */
export const createRunSchedule =
  (deps: ActivityDeps): Activities['runSchedule'] =>
  (input) =>
    withHeartbeat(() => runOnce(deps, input));

async function runOnce(deps: ActivityDeps, input: RunScheduleInput): Promise<RunScheduleResult> {
  const { store } = deps;
  const { scheduleId, plannedAt, startedAt, manual } = input;
  const known = await store.schedules.get(scheduleId);
  if (!known) return { outcome: 'gone', accepted: 0, refused: 0 };
  const id = runIdOf(scheduleId, plannedAt, manual);
  const hasBegun = known.runs.some((one) => one.id === id);
  if (known.paused && manual === undefined && !hasBegun)
    return { outcome: 'paused', accepted: 0, refused: 0 };
  const schedule = await store.schedules.beginRun(scheduleId, {
    ...{ id, plannedAt: new Date(plannedAt), startedAt: new Date(startedAt), endedAt: null },
    ...(manual !== undefined && { manual: true as const }),
    ...{ content: known.content, outcome: 'running', accepted: 0, refused: 0, errors: [] },
  });
  const run = schedule?.runs.find((one) => one.id === id);
  if (!schedule || !run) return { outcome: 'gone', accepted: 0, refused: 0 };
  if (run.endedAt) return resultOf(run);
  const outcome = await outcomeOf(deps, schedule, run);
  const ended: ScheduleRun = { ...run, ...outcome, content: schedule.content, endedAt: store.now() };
  await store.schedules.putRun(scheduleId, ended);
  note(deps, schedule, ended);
  return resultOf(ended);
}

const resultOf = ({ outcome, accepted, refused }: ScheduleRun): RunScheduleResult => ({
  ...{ outcome, accepted, refused },
});

type Outcome = Pick<ScheduleRun, 'outcome'> & RunResult;

const NOTHING = { accepted: 0, refused: 0, errors: [] };

async function outcomeOf(deps: ActivityDeps, schedule: Schedule, run: ScheduleRun): Promise<Outcome> {
  const { store } = deps;
  const { recipients, isArray } = schedule;
  const ids = isArray ? recipients.map((_, index) => derivedId(run.id, index)) : [run.id];
  const existing = await store.notifications.existing(ids);
  if (run.content !== schedule.content) {
    // The ids are those of places in the earlier list of recipients.
    if (existing.size > 0) return changed(recipients.length, existing.size);
    await store.schedules.putRun(schedule._id, { ...run, content: schedule.content });
  }
  if (existing.size === 0 && store.now().getTime() - run.plannedAt.getTime() > schedule.catchUpMs)
    return { outcome: 'missed', ...NOTHING };
  if (recipients.length === 0) return { outcome: 'empty', ...NOTHING };
  const entries = recipients.map(({ to }) => JSON.parse(to) as unknown);
  const result = await deps.acceptRun({
    scope: { applicationId: schedule.applicationId, environment: schedule.environment },
    event: schedule.event,
    ...(schedule.channel !== null && { channel: schedule.channel }),
    body: {
      to: isArray ? entries : entries[0],
      payload: JSON.parse(schedule.payload) as Record<string, unknown>,
      ...(schedule.language !== null && { language: schedule.language }),
      ...(typeof schedule.tenant === 'string' && { tenant: schedule.tenant }),
    },
    ...{ seed: run.id, ids, existing, at: run.startedAt },
  });
  const outcome = result.refused === 0 ? 'sent' : result.accepted === 0 ? 'failed' : 'partly';
  return { outcome, ...result };
}

/** The run of a schedule that was pushed again, or lost a recipient by an erasure, after the run had begun. */
function changed(size: number, accepted: number): Outcome {
  const message = 'The schedule changed during the run. Its other recipients were left out.';
  const errors = [{ index: 0, code: 'UNAVAILABLE' as const, message }];
  const refused = Math.max(0, size - accepted);
  return { outcome: accepted > 0 ? 'partly' : 'failed', accepted, refused, errors };
}

/** Says how a run ended where operators see it: in the metrics, and in the log if it sent nothing to some. */
function note({ log }: ActivityDeps, { name, applicationId, environment }: Schedule, run: ScheduleRun): void {
  const { id, outcome, accepted, refused, errors } = run;
  countRun(environment, outcome);
  if (outcome === 'sent') return;
  const codes = [...new Set(errors.slice(0, KEPT_ERRORS).map(({ code }) => code))];
  const about = { schedule: name, applicationId, environment, runId: id, outcome, accepted, refused, codes };
  log[outcome === 'partly' || outcome === 'empty' ? 'warn' : 'error'](
    about,
    'a run of a schedule did not send to all recipients',
  );
}

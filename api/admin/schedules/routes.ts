import { z } from 'zod';
import { EVENT_NAME, EVENT_NAME_RULE } from '../../../core/events/file/shape';
import { scheduleBody, schedulePushQuery } from '../../../core/schemas/schedules';
import { newId, runIdOf, scheduleIdOf } from '../../../core/shared/ids';
import type { Scope } from '../../../core/shared/scope';
import type { Schedule } from '../../../store/schedules/schedules';
import type { Store } from '../../../store/store';
import type { ApiDeps } from '../../deps';
import { ApiError, invalid, unavailable } from '../../http/api-error';
import { answer, done } from '../../http/formats';
import { route } from '../../http/route';
import { toOrSlackChannel } from '../../sending/shown-recipient';
import { scopeIn } from '../events/event-in';
import { readSchedule } from './read-schedule';
import {
  detailsView,
  runSchema,
  runView,
  scheduleAudit,
  scheduleDetails,
  scheduleSchema,
  scheduleView,
} from './view';

const SCHEDULES = '/admin/v1/applications/:app/schedules/:environment';
const SCHEDULE = `${SCHEDULES}/:name` as const;
const params = { name: z.string().describe('Name of the schedule.') };
const missing = ['APPLICATION_NOT_FOUND', 'SCHEDULE_NOT_FOUND'] as const;
const scheduleAnswer = answer('ScheduleAnswer', { schedule: scheduleDetails });

/** How long the end of a run is waited for, milliseconds. */
const WAIT_MS = 10_000;

export const listSchedules = route({
  id: 'listSchedules',
  tag: 'Schedules',
  method: 'get',
  path: SCHEDULES,
  role: 'viewer',
  summary: 'List the schedules of an environment',
  answer: answer('SchedulesAnswer', { schedules: z.array(scheduleSchema) }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store, dispatcher }) => {
    const { scope } = await scopeIn(store, call);
    const found = await store.schedules.list(scope);
    const next = found.length === 0 ? null : await dispatcher.allNextTimes();
    return { schedules: found.map((one) => scheduleView(one, next && (next.get(one._id) ?? []))) };
  },
});

export const getSchedule = route({
  id: 'getSchedule',
  tag: 'Schedules',
  method: 'get',
  path: SCHEDULE,
  params,
  role: 'viewer',
  summary: 'View a schedule with its recipients and last runs',
  answer: scheduleAnswer,
  errors: missing,
  handler: async (call, { store, dispatcher }) => {
    const { scope } = await scopeIn(store, call);
    const schedule = await scheduleIn(store, scope, call);
    return { schedule: detailsView(schedule, await dispatcher.nextTimes(schedule._id)) };
  },
});

export const putSchedule = route({
  id: 'putSchedule',
  tag: 'Schedules',
  method: 'put',
  path: SCHEDULE,
  params,
  role: 'editor',
  audit: 'schedule.push',
  summary: 'Create or replace a schedule',
  description:
    'Its event exists, and its recipients and payload are those of a send. A schedule that exists keeps its runs.',
  query: schedulePushQuery,
  body: scheduleBody.meta({ id: 'ScheduleRequest' }),
  shown: { body: scheduleBody.safeExtend({ to: toOrSlackChannel }).meta({ id: 'ScheduleRequest' }) },
  answer: scheduleAnswer,
  status: [200, 201],
  answered: '201: the schedule is new.',
  errors: ['APPLICATION_NOT_FOUND', 'EVENT_NOT_FOUND'],
  handler: async (call, deps) => {
    const { store } = deps;
    const { application, scope } = await scopeIn(store, call);
    const { name } = call.params;
    if (!EVENT_NAME.test(name)) throw invalid('name', EVENT_NAME_RULE);
    const { paused, ...body } = call.body;
    const fields = await readSchedule(deps, { application, scope }, { ...body });
    const _id = idOf(scope, name);
    const before = await store.schedules.get(_id);
    const of = { _id, name, ...scope };
    const change = { ...fields, content: newId(), revision: newId() };
    const at = store.now();
    if (!before) call.response.status(201);
    if (call.query.dry_run === 'true') {
      const kept = before ?? { ...of, paused: false, runs: [] };
      const would = { ...kept, ...change, paused: paused ?? kept.paused, updatedAt: at };
      await call.record({ about: [application._id] });
      return { schedule: detailsView(would, null) };
    }
    const schedule = await store.schedules.put(of, change, { paused, at });
    await call.record({
      ...{ about: [application._id], after: scheduleAudit(schedule) },
      before: before && scheduleAudit(before),
    });
    return { schedule: await applied(deps, schedule) };
  },
});

export const deleteSchedule = route({
  id: 'deleteSchedule',
  tag: 'Schedules',
  method: 'delete',
  path: SCHEDULE,
  params,
  role: 'owner',
  audit: 'schedule.delete',
  summary: 'Delete a schedule',
  description: 'It makes no more runs. Notifications of earlier runs continue.',
  answer: done,
  errors: missing,
  handler: async (call, { store, dispatcher }) => {
    const { application, scope } = await scopeIn(store, call);
    const before = await scheduleIn(store, scope, call);
    const removed = await store.schedules.remove(before._id, newId(), store.now());
    if (!removed) throw notFound();
    await dispatcher.makeEqual(removed);
    await call.record({ about: [application._id], before: scheduleAudit(before), after: null });
    return {};
  },
});

/** Returns a route that pauses a schedule or lets it continue. */
const pausing = (paused: boolean) =>
  route({
    id: paused ? 'pauseSchedule' : 'resumeSchedule',
    tag: 'Schedules',
    method: 'post',
    path: paused ? `${SCHEDULE}/pause` : `${SCHEDULE}/resume`,
    params,
    role: 'editor',
    audit: paused ? 'schedule.pause' : 'schedule.resume',
    summary: paused ? 'Pause a schedule' : 'Let a paused schedule continue',
    description: paused
      ? 'It makes no runs until it is resumed. A push of its file does not resume it.'
      : 'The runs that it would have made in between are not made.',
    answer: scheduleAnswer,
    errors: missing,
    handler: async (call, deps) => {
      const { store } = deps;
      const { application, scope } = await scopeIn(store, call);
      const before = await scheduleIn(store, scope, call);
      const changed = await store.schedules.setPaused(before._id, newId(), store.now(), paused);
      if (!changed) throw notFound();
      const of = { before: { paused: before.paused }, after: { paused } };
      await call.record({ about: [application._id], ...of });
      return { schedule: await applied(deps, changed) };
    },
  });

export const pauseSchedule = pausing(true);
export const resumeSchedule = pausing(false);

export const runSchedule = route({
  id: 'runSchedule',
  tag: 'Schedules',
  method: 'post',
  path: `${SCHEDULE}/run`,
  params,
  role: 'editor',
  audit: 'schedule.run',
  summary: 'Run a schedule now',
  description: 'Also if it is paused. It answers after the run has ended, or after 10 s.',
  answer: answer('ScheduleRunAnswer', { run: runSchema.nullable().describe('Null: it has not begun yet.') }),
  errors: missing,
  handler: async (call, { store, dispatcher }) => {
    const { application, scope } = await scopeIn(store, call);
    const { _id } = await scheduleIn(store, scope, call);
    const manual = newId();
    if (!(await dispatcher.runSchedule(_id, manual, WAIT_MS)))
      throw unavailable('Temporal is not available, so the run may not have begun. Try again.', 5);
    const id = runIdOf(_id, 0, manual);
    await call.record({ about: [application._id, id] });
    const after = await store.schedules.get(_id);
    const run = after?.runs.find((one) => one.id === id);
    return { run: run ? runView(run) : null };
  },
});

const idOf = ({ applicationId, environment }: Scope, name: string): string =>
  scheduleIdOf(applicationId, environment, name);

async function scheduleIn(store: Store, scope: Scope, call: { params: { name: string } }): Promise<Schedule> {
  const found = await store.schedules.get(idOf(scope, call.params.name));
  if (found) return found;
  throw notFound();
}

const notFound = (): ApiError =>
  new ApiError('SCHEDULE_NOT_FOUND', 'There is no such schedule in this environment.');

/** Makes the Temporal Schedule equal, and returns the schedule as it is after that. */
async function applied({ store, dispatcher }: ApiDeps, schedule: Schedule) {
  await dispatcher.makeEqual(schedule);
  const now = (await store.schedules.get(schedule._id)) ?? schedule;
  return detailsView(now, await dispatcher.nextTimes(schedule._id));
}

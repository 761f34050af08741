import type { z } from 'zod';
import { type JobAction, STATUSES_OF } from '../../../core/jobs/job';
import type { jobPreviewBody } from '../../../core/schemas/jobs';
import type { Scope } from '../../../core/shared/scope';
import type { Application } from '../../../store/accounts/applications';
import type { JobQuery } from '../../../store/jobs/jobs';
import type { Store } from '../../../store/store';
import { invalid } from '../../http/api-error';
import { validateFilters } from '../notifications/validate-filters';

/** What a job is about. */
export interface JobOrder {
  scope: Scope;
  action: JobAction;
  query: JobQuery;
  ids: string[] | null;
}

/** Reads what a job is about. Throws an ApiError if a filter names what does not exist, or a status that the action is not for. */
export async function readJob(
  store: Store,
  application: Application,
  { action, ids, environment, ...filters }: z.output<typeof jobPreviewBody>,
): Promise<JobOrder> {
  const scope: Scope = { applicationId: application._id, environment };
  if (ids) return { scope, action, query: {}, ids: [...new Set(ids)] };
  const { status } = filters;
  const fitting = STATUSES_OF[action];
  if (status !== undefined && !fitting.includes(status))
    throw invalid('status', `must be ${fitting.join(' or ')} or absent, because the action is ${action}`);
  const { scope: _, ...query } = await validateFilters(store, application, { ...filters, environment });
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return { scope, action, query: Object.fromEntries(given), ids: null };
}

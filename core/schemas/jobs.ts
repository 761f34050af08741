import { z } from 'zod';
import { JOB_ACTIONS, MAX_JOB_IDS } from '../jobs/job';
import { cursor, line, pageLimit } from '../shared/schemas/fields';
import { filters, statusFilter } from './operators';

const { after: _, environment, ...conditions } = filters;

const target = {
  action: z.enum(JOB_ACTIONS),
  environment,
  ...conditions,
  status: statusFilter,
  ids: z
    .array(z.uuid())
    .min(1)
    .max(MAX_JOB_IDS)
    .optional()
    .describe('Ids of the notifications, in place of filters.'),
};

/** Returns whether a body has ids or filters, and not both. */
const isOneOf = ({ ids, action: _action, environment: _environment, key: _key, ...others }: Body): boolean =>
  ids === undefined || Object.values(others).every((value) => value === undefined);
type Body = z.output<z.ZodObject<typeof target>> & { key?: string };
const ONE_OF = { path: ['ids'], message: 'cannot be combined with filters' };

/** Body that asks what a job would do. */
export const jobPreviewBody = z.strictObject(target).refine(isOneOf, ONE_OF);

/** Body that begins a job. */
export const jobBody = z
  .strictObject({
    ...target,
    key: line(100)
      .min(1)
      .optional()
      .describe('Chosen by the caller. A repeat with the same key returns the first job.'),
  })
  .refine(isOneOf, ONE_OF);

/** Query of the list of jobs. */
export const jobsQuery = z.strictObject({ environment, after: cursor.optional(), limit: pageLimit });

/** Query of the results of a job. */
export const jobResultsQuery = z.strictObject({
  result: z.enum(['done', 'refused']).optional(),
  after: cursor.optional(),
  limit: pageLimit,
});

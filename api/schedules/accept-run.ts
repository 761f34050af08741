import { ERROR_STATUS, type ErrorCode } from '../../core/shared/error-codes';
import { KEPT_ERRORS, type RunRequest, type RunResult } from '../../core/schedules/run';
import type { SendDeps } from '../deps';
import { ApiError } from '../http/api-error';
import { Interrupted } from '../sending/interrupted';
import { ArrayRefused } from '../sending/responses';
import { send } from '../sending/send';

/** Codes of a refusal that ends, so a run waits for it as a caller would. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'IDEMPOTENCY_IN_PROGRESS']);

/**
 * Returns what accepts the recipients of a run of a schedule, by the same steps as those of a request. The worker calls it
 * (worker/start.ts). It throws what a later attempt may overcome.
 */
export const createAcceptRun =
  (deps: SendDeps) =>
  async (run: RunRequest): Promise<RunResult> => {
    const size = run.ids.length;
    try {
      const answer = await acceptRun(deps, run);
      const errors = errorsIn(answer);
      return { accepted: size - errors.length, refused: errors.length, errors: errors.slice(0, KEPT_ERRORS) };
    } catch (error) {
      if (error instanceof Interrupted) throw error.failure;
      if (!(error instanceof ApiError) || ERROR_STATUS[error.code] >= 500 || PASSING.has(error.code))
        throw error;
      const refused = error instanceof ArrayRefused ? error.refused : [{ error }];
      const errors = refused
        .slice(0, KEPT_ERRORS)
        .map(({ error: { code, message } }, index) => ({ index, code, message }));
      return { accepted: 0, refused: size, errors };
    }
  };

async function acceptRun(deps: SendDeps, { scope, event, channel, body, ...run }: RunRequest) {
  const application = await deps.cached.application(scope.applicationId);
  if (!application) throw new ApiError('APPLICATION_NOT_FOUND', 'There is no application with this id.');
  if (application.subscription !== 'active') throw ApiError.of('SUBSCRIPTION_INACTIVE', []);
  const slot = {
    ...{ seed: run.seed, ids: run.ids, at: run.at, reservationId: null },
    // As of a request that is taken over: what exists is kept, and the quota is taken once.
    existing: run.existing.size > 0 ? run.existing : null,
  };
  return send(deps, { caller: { scope, application }, event, channel, body }, slot);
}

/** Returns the recipients that an answer to an array refuses. */
function errorsIn({ body }: Awaited<ReturnType<typeof send>>): RunResult['errors'] {
  const entries = (body.notifications ?? []) as { status: string; code?: ErrorCode; error?: string }[];
  return entries.flatMap(({ status, code = 'INTERNAL', error = '' }, index) =>
    status === 'rejected' ? { index, code, message: error } : [],
  );
}

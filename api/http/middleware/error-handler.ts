import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { ERROR_STATUS, errorText } from '../../../core/shared/error-codes';
import { maskAddresses } from '../../../core/shared/mask-addresses';
import { VaultError } from '../../../core/shared/vault';
import { isUnavailable } from '../../../store/connection';
import { countError } from '../../../telemetry/request-metrics';
import { ANSWER_HEADERS } from '../response-headers';
import { ApiError, unavailable } from '../api-error';

/** Answers every error in the one shape of errors. No internal detail gets out (ERROR-5). */
export function errorHandler(log: Logger, listener: string): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const known = asApiError(error);
    countError(listener, known.code);
    const requestId = response.get('X-Request-Id');
    if (known.code === 'INTERNAL') {
      const route = request.route as unknown;
      log.error({ err: error, requestId, method: request.method, route }, 'a request failed');
    } else if (known.code === 'UNAVAILABLE') {
      const why = isUnavailable(error) ? 'MongoDB does not answer' : 'a request was refused for now';
      log.warn({ requestId, method: request.method, reason: maskAddresses(String(error)) }, why);
    }
    response
      .status(ERROR_STATUS[known.code])
      .set({ ...ANSWER_HEADERS, ...known.headers })
      .json({ error: known.message, code: known.code, ...known.details });
  };
}

export const notFound: RequestHandler = (request) => {
  throw ApiError.of('ROUTE_NOT_FOUND', [request.method, request.path]);
};

/** Returns the error that answers a request in which `error` was thrown. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error)) return unavailable(errorText('UNAVAILABLE'), 2);
  if (error instanceof VaultError)
    return unavailable('The service cannot decrypt its stored data. Try again later.', 60);
  const { type, status } = error as { type?: string; status?: number };
  switch (type ?? '') {
    case 'entity.parse.failed':
      return new ApiError('VALIDATION_ERROR', 'The body is not valid JSON.');
    case 'entity.too.large':
      return new ApiError('PAYLOAD_TOO_LARGE', 'The body is too large.');
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as JSON in UTF-8.');
  }
  if (error instanceof URIError)
    return new ApiError('VALIDATION_ERROR', 'The path is not valid URL encoding.');
  if (status !== undefined && status >= 400 && status < 500) {
    return new ApiError('VALIDATION_ERROR', 'The request could not be read.');
  }
  return ApiError.of('INTERNAL', []);
}

import type { RequestHandler } from 'express';
import { ApiError } from '../api-error';

/** Answers 400 to a request of HTTP/1.1 that has no `Host` header, or more than one (RFC 9112 section 3.2). */
export const oneHost: RequestHandler = (request, _response, next) => {
  const hosts = request.headersDistinct.host?.length ?? 0;
  const isOlder = request.httpVersionMajor === 1 && request.httpVersionMinor === 0;
  if (hosts === 1 || (hosts === 0 && isOlder)) return next();
  const problem =
    hosts === 0 ? 'The request has no Host header.' : 'The request has more than one Host header.';
  throw new ApiError('VALIDATION_ERROR', `${problem} Send exactly one.`, { field: 'Host' });
};

import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { ANSWER_HEADERS } from '../response-headers';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** Sets the headers of every answer. `X-Request-Id` is the caller's own if it is usable (REQUEST-14). */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.get('x-request-id');
  const id = given !== undefined && ACCEPTED.test(given) ? given : randomUUID();
  response.set({ 'X-Request-Id': id, ...ANSWER_HEADERS });
  next();
};

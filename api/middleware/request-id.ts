import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** Every answer carries `X-Request-Id`, the caller's where it is usable (decisions: Bodies and errors). */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.get('x-request-id');
  response.set('X-Request-Id', given !== undefined && ACCEPTED.test(given) ? given : randomUUID());
  next();
};

import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { answerHeader, requestHeader } from '../headers';
import { ANSWER_HEADERS } from '../response-headers';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

export const requestIdHeader = requestHeader('RequestId', 'X-Request-Id', {
  description:
    'Comes back in the answer. One that is longer than 128 or has other characters than `A-Za-z0-9._-` is replaced.',
  example: 'checkout-4711',
});
export const answeredId = answerHeader(
  'X-Request-Id',
  {
    description: "The caller's `X-Request-Id` if it is usable, else a new one. Name it to your operators.",
    example: '5f0c6a0e-6f0f-4c36-9a4e-0d9a4f3c8b11',
  },
  z.string().regex(ACCEPTED),
);

/** Sets the headers of every answer. `X-Request-Id` is the caller's own if it is usable (REQUEST-14). */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.get('x-request-id');
  const id = given !== undefined && ACCEPTED.test(given) ? given : randomUUID();
  response.set({ 'X-Request-Id': id, ...ANSWER_HEADERS });
  next();
};

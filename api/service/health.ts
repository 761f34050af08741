import { z } from 'zod';
import type { ApiDeps } from '../deps';
import { named } from '../http/headers';
import { answeredId } from '../http/middleware/request-id';
import { media } from '../openapi/media';
import type { OpenRoute } from './open-route';

const parts = {
  mongodb: z.boolean(),
  temporal: z.boolean().describe('Sends are accepted without it and begin once it is back.'),
};
const ready = z.object({ status: z.literal('ready'), ...parts });
const notReady = z.object({
  status: z.literal('not ready'),
  ...parts,
  encryption_key: z
    .boolean()
    .optional()
    .describe('`ENCRYPTION_KEY` is not the key that the database is encrypted with.'),
});

const json = (description: string, schema: z.ZodType, examples: Record<string, unknown>) => ({
  description,
  headers: named([answeredId]),
  content: { 'application/json': media(schema, examples) },
});

/**
 * Routes for probes. `/healthz` says that the process answers. `/readyz` says whether it can accept sends, which needs
 * MongoDB with its unique indexes, and the right ENCRYPTION_KEY. It also says whether Temporal answers, which sends do not need. A probe makes no call.
 */
export const healthRoutes: OpenRoute<Pick<ApiDeps, 'health'>>[] = [
  {
    path: '/healthz',
    operationId: 'getHealth',
    summary: 'Whether the process answers',
    responses: {
      200: json('It does.', z.object({ status: z.literal('ok') }), { 'It answers': { status: 'ok' } }),
    },
    handler: () => (_request, response) => void response.json({ status: 'ok' }),
  },
  {
    path: '/readyz',
    operationId: 'getReadiness',
    summary: 'Whether sends can be accepted',
    responses: {
      200: json('They can.', ready, { Ready: { status: 'ready', mongodb: true, temporal: true } }),
      503: json('They cannot: MongoDB does not answer, or `ENCRYPTION_KEY` is wrong.', notReady, {
        'Not ready': { status: 'not ready', mongodb: false, temporal: true },
      }),
    },
    handler:
      ({ health }) =>
      (_request, response) => {
        const { ready, ...parts } = health();
        response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', ...parts });
      },
  },
];

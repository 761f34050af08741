import type { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import type { ErrorCode } from '../../../core/shared/error-codes';
import { ADMIN_ROUTES } from '../../http/access/admin-routes';
import { answerHeaders, requestHeaders } from '../headers';
import { parametersOf } from '../parameters';
import { adminError } from './error';

export interface AdminOperation {
  /** Unique. Generated clients name their functions after it. */
  id: string;
  summary: string;
  description?: string;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** A request without a body stands for `{}`. */
  bodyIsOptional?: true;
  answer: z.ZodType;
  /** What it answers when it has done something. 200 if absent. */
  status?: 200 | 201 | readonly [200, 201];
  /** Codes besides those that every admin route shares. */
  errors?: ErrorCode[];
}

/** Returns the paths of routes, which are named as in the table of admin routes. */
export function adminPaths(tag: string, routes: Record<string, AdminOperation>): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const [route, spec] of Object.entries(routes)) {
    const [method = '', path = ''] = route.split(' ');
    const known = ADMIN_ROUTES[route];
    if (!known) throw new Error(`${route} is not in the table of admin routes`);
    (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})[method.toLowerCase()] = operation(
      { tag, path, role: known[0] },
      spec,
    );
  }
  return paths;
}

function operation(
  { tag, path, role }: { tag: string; path: string; role: string },
  {
    id,
    summary,
    description,
    query,
    body,
    bodyIsOptional,
    answer,
    status = 200,
    errors = [],
  }: AdminOperation,
): ZodOpenApiOperationObject {
  const parameters = parametersOf(path);
  const success = {
    description: 'Done.',
    headers: answerHeaders('X-Request-Id'),
    content: { 'application/json': { schema: answer } },
  };
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, role === 'anyone' ? 'Needs no key.' : `Needs the role ${role}.`]
      .filter(Boolean)
      .join(' '),
    ...(role === 'anyone' && { security: [] }),
    requestParams: {
      ...(parameters && { path: parameters }),
      ...(query && { query }),
    },
    parameters: requestHeaders('RequestId'),
    ...(body && {
      requestBody: { required: !bodyIsOptional, content: { 'application/json': { schema: body } } },
    }),
    responses: {
      ...Object.fromEntries([status].flat().map((one) => [one, success])),
      '4XX': refusal(
        [
          'The request cannot be accepted as it is. Any route: `VALIDATION_ERROR`, `UNAUTHORIZED`, `FORBIDDEN`.',
          errors.length > 0 && `This one also: ${errors.map((code) => `\`${code}\``).join(', ')}.`,
        ]
          .filter(Boolean)
          .join(' '),
      ),
      '5XX': refusal('The service failed, or the database or Temporal does not answer.'),
    },
  };
}

const refusal = (description: string) => ({
  description,
  headers: answerHeaders('X-Request-Id'),
  content: { 'application/json': { schema: adminError } },
});

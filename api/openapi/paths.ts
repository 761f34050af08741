import { z } from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type { PublicCode } from '../../core/shared/error-codes';
import { named } from '../http/headers';
import { answeredId, requestIdHeader } from '../http/middleware/request-id';
import { RATE_LIMIT_HEADERS } from '../http/middleware/rate-limit';
import type { Route } from '../http/route';
import { adminErrorResponses, errorResponses } from './errors';
import { media } from './media';
import { parametersOf } from './parameters';

/** Returns the paths of a list of routes, each with its operations. */
export function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes)
    (paths[route.path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})[route.method] = operation(route);
  return paths;
}

function operation(route: Route): ZodOpenApiOperationObject {
  const { id, tag, summary, role, headers, shown } = route;
  const path = parametersOf(route.path, route.params);
  // Only a schema of an object can be listed as parameters.
  const query = shown?.query ?? (route.query as z.ZodObject | undefined);
  const body = shown?.body ?? route.body;
  const description = [route.description, role && needs(role)].filter(Boolean).join(' ');
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== '' && { description }),
    ...(role === 'anyone' && { security: [] }),
    requestParams: { ...(path && { path }), ...(query && { query }) },
    parameters: [requestIdHeader, ...(headers?.request ?? [])],
    ...((body ?? route.streamed) && {
      requestBody: {
        required: !route.bodyIsOptional,
        content: {
          ...(body && { 'application/json': media(body, route.examples?.body) }),
          ...textContent(route.streamed ?? {}),
        },
      },
    }),
    responses: { ...answers(route), ...errors(route) },
  };
}

/** Returns contents that are texts, by their media types. */
const textContent = (texts: Readonly<Record<string, { description: string; example: string }>>) =>
  Object.fromEntries(
    Object.entries(texts).map(([type, { description, example }]) => [
      type,
      media(z.string().meta({ description }), { Example: example }),
    ]),
  );

const needs = (role: string): string => (role === 'anyone' ? 'Needs no key.' : `Needs the role ${role}.`);

function answers({
  status = 200,
  answered = 'Done.',
  answer,
  asText,
  answersAs,
  examples,
  headers,
  links,
  scope,
}: Route) {
  const success = {
    description: answered,
    headers: named([
      answeredId,
      ...(scope === undefined ? [] : RATE_LIMIT_HEADERS),
      ...(headers?.answer ?? []),
    ]),
    content: {
      [answersAs ?? 'application/json']: media(answer, examples?.answer),
      ...(asText && textContent({ [asText.type]: asText })),
    },
    ...(links && { links }),
  };
  return Object.fromEntries([status].flat().map((one) => [one, success]));
}

const errors = ({ scope, errors = [] }: Route): ZodOpenApiResponsesObject =>
  // The type of `route` allows no other codes on a route with a scope.
  scope === undefined ? adminErrorResponses(errors) : errorResponses(errors as PublicCode[]);

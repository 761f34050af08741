import type {
  ZodOpenApiLinksObject,
  ZodOpenApiMediaTypeObject,
  ZodOpenApiOperationObject,
  ZodOpenApiParameters,
} from 'zod-openapi';
import type { z } from 'zod';
import { errorResponses } from './errors';
import { type AnswerHeader, type REQUEST_HEADERS, answerHeaders, requestHeaders } from './headers';
import type { PublicCode } from '../../core/shared/error-codes';

/** A body with its schema and an example or more. */
export interface Body {
  schema: z.ZodType;
  /** By a few words that say what the example shows. */
  examples: Record<string, unknown>;
}

export interface OperationSpec {
  /** Unique. Generated clients name their functions after it. */
  id: string;
  tag: string;
  summary: string;
  description?: string;
  /** Path and query. */
  parameters?: ZodOpenApiParameters;
  /** Request headers besides `X-Request-Id`. */
  headers?: (keyof typeof REQUEST_HEADERS)[];
  body?: Body & {
    /** Whether a request without a body stands for `{}`. */
    optional?: boolean;
  };
  answer: Body & {
    status?: 200 | 201;
    description: string;
    headers?: AnswerHeader[];
    /** Operations that the answer leads to. */
    links?: ZodOpenApiLinksObject;
  };
  /** Codes besides those that every route shares. */
  errors?: PublicCode[];
}

/** Returns an operation under /v1, with what all of these have in common. */
export function operation(spec: OperationSpec): ZodOpenApiOperationObject {
  const { id, tag, summary, description, parameters, headers = [], body, answer, errors = [] } = spec;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters && { requestParams: parameters }),
    parameters: requestHeaders('RequestId', ...headers),
    ...(body && { requestBody: { required: !body.optional, content: { 'application/json': media(body) } } }),
    responses: {
      [`${answer.status ?? 200}`]: {
        description: answer.description,
        headers: answerHeaders(
          'X-Request-Id',
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          ...(answer.headers ?? []),
        ),
        content: { 'application/json': media(answer) },
        ...(answer.links && { links: answer.links }),
      },
      ...errorResponses(errors),
    },
  };
}

export const media = ({ schema, examples }: Body): ZodOpenApiMediaTypeObject => ({
  schema,
  examples: Object.fromEntries(
    Object.entries(examples).map(([words, value]) => [
      words.replaceAll(/[^A-Za-z0-9]+/g, '-'),
      { summary: words, value },
    ]),
  ),
});

import type { ZodOpenApiLinksObject } from 'zod-openapi';
import type { z } from 'zod';
import type { AdminRole } from '../../core/access/admin-roles';
import type { KeyScope } from '../../core/access/key-scopes';
import type { ErrorCode, PublicCode } from '../../core/shared/error-codes';
import type { ApiDeps } from '../deps';
import type { AdminCall, AnyCall, PublicCall } from './call';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Another form of an answer. */
export interface TextForm {
  type: 'text/csv';
  /** What the document says of it. */
  description: string;
  example: string;
  /** Returns it of the answer of the handler. */
  of: (answer: never) => string;
}

/** What a route is, apart from the schemas from which its handler has its types. */
interface Facts {
  /** Unique in its document. Generated clients name their functions after it. */
  id: string;
  tag: string;
  method: Method;
  summary: string;
  description?: string;
  /** Path parameters that need other words than usual (api/openapi/parameters.ts). */
  params?: Readonly<Record<string, z.ZodType>>;
  /** A request without a body stands for `{}`. */
  bodyIsOptional?: true;
  /** Media types of bodies that the handler reads itself as they arrive, with what the document says of each. */
  streamed?: Readonly<Record<string, { description: string; example: string }>>;
  /** Status of an answer without an error: 200 if absent. Of several, the handler sets the one that is not the first. */
  status?: 200 | 201 | readonly [200, 201];
  /** Media type of an answer that the handler writes itself. Absent: JSON. */
  answersAs?: 'text/csv';
  /** What the answer is, in the document. */
  answered?: string;
  /** The answer as a text of another media type, for requests whose Accept prefers it. Only of a GET of operators. */
  asText?: TextForm;
  /** By a few words that say what the example shows. */
  examples?: { body?: Readonly<Record<string, unknown>>; answer?: Readonly<Record<string, unknown>> };
  /** Headers besides those of all routes. */
  headers?: { request?: readonly z.ZodType[]; answer?: readonly z.ZodType[] };
  /** Operations that the answer leads to. */
  links?: ZodOpenApiLinksObject;
  /** What the document shows in place of a schema that only code can read. */
  shown?: { query?: z.ZodObject; body?: z.ZodType };
}

/** A route of any kind, as the lists of routes have it. */
export interface Route extends Facts {
  path: string;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
  /** Codes besides those that all routes of its listener have. */
  errors?: readonly ErrorCode[];
  /** Scope that an API key needs. Only under /v1. */
  scope?: KeyScope;
  /** Role that an admin key or operator needs. A viewer reads, an editor changes what applications send and how, an owner removes things and hands out keys and secrets. Anyone signs in. */
  role?: AdminRole | 'anyone';
  /** Action in the audit log. Null: the route changes nothing, although it is no GET. */
  audit?: string | null;
  handler: (call: AnyCall, deps: ApiDeps) => object | string | Promise<object | string>;
}

/** Names in a path with their values: `uuid` in `/v1/webhooks/:uuid`. */
type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & Params<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : object;

interface Schemas<Path extends string, Query, Body, Answer> {
  path: Path;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  answer: z.ZodType<Answer>;
}

/** What a handler returns: the answer without `success`, which is added. */
type Returned<Answer> = Answer extends unknown ? Omit<Answer, 'success'> : never;

/** The answer is not validated. Tests compare each one with its document. */
type Handler<Call, Answer> = (call: Call, deps: ApiDeps) => Returned<Answer> | Promise<Returned<Answer>>;

interface PublicSpec<Path extends string, Query, Body, Answer>
  extends Facts, Schemas<Path, Query, Body, Answer> {
  scope: KeyScope;
  errors?: readonly PublicCode[];
  handler: Handler<PublicCall<Params<Path>, NoInfer<Query>, NoInfer<Body>>, Answer>;
}

interface AdminSpec<Path extends string, Query, Body, Answer>
  extends Facts, Schemas<Path, Query, Body, Answer> {
  role: AdminRole | 'anyone';
  audit?: string | null;
  errors?: readonly ErrorCode[];
  handler: Handler<AdminCall<Params<Path>, NoInfer<Query>, NoInfer<Body>>, Answer>;
}

/**
 * Makes a route of one value. Its guard, audit record, 405, masked log path and place in the OpenAPI document come from it,
 * and so do the types of what its handler takes and returns.
 */
export function route<const Path extends string, Answer, Query = never, Body = never>(
  spec: PublicSpec<Path, Query, Body, Answer>,
): Route;
export function route<const Path extends string, Answer, Query = never, Body = never>(
  spec: AdminSpec<Path, Query, Body, Answer>,
): Route;
export function route(spec: Route): Route {
  if ((spec.scope === undefined) === (spec.role === undefined))
    throw new Error(`${spec.id} needs a scope (under /v1) or a role (of an admin route).`);
  if (spec.role !== undefined && spec.method !== 'get' && spec.audit === undefined)
    throw new Error(`${spec.id} has no action for the audit log. Add one, or null if it changes nothing.`);
  return spec;
}

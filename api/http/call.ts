import type { Request, Response } from 'express';
import type { z } from 'zod';
import { type Admin, type Change, adminOf, recordChange } from './access/audit';
import { parse } from './api-error';
import { type Caller, callerOf } from './middleware/authenticate';

/** One request of a route, as its handler reads it. */
export class AnyCall {
  private readQuery: unknown;
  private readBody: unknown;

  constructor(
    private readonly schemas: { query?: z.ZodType; body?: z.ZodType },
    readonly request: Request,
    readonly response: Response,
  ) {}

  get params(): object {
    return this.request.params;
  }

  /** The query, validated when it is first read. So a handler decides what it checks before. */
  get query(): unknown {
    return (this.readQuery ??= this.schemas.query && parse(this.schemas.query, this.request.query));
  }

  /** The body, validated when it is first read. */
  get body(): unknown {
    return (this.readBody ??= this.schemas.body && parse(this.schemas.body, this.request.body));
  }

  /** The body as it was sent. */
  get rawBody(): unknown {
    return this.request.body as unknown;
  }

  /** The id of the request in logs and in its answer. */
  get requestId(): string {
    return String(this.response.get('X-Request-Id'));
  }

  /** The caller of a route under /v1. */
  get caller(): Caller {
    return callerOf(this.response);
  }

  /** Who calls an admin route. */
  get admin(): Admin {
    return adminOf(this.response);
  }

  /** Records what the handler changed. Without it, the audit record says only that something was done. */
  readonly record = (change: Change): Promise<void> => recordChange(this.response, change);
}

interface Read<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

type Common = Pick<AnyCall, 'request' | 'response' | 'rawBody' | 'requestId'>;

/** A request of a route under /v1. */
export type PublicCall<Params, Query, Body> = Common & Read<Params, Query, Body> & Pick<AnyCall, 'caller'>;

/** A request of an admin route. */
export type AdminCall<Params, Query, Body> = Common &
  Read<Params, Query, Body> &
  Pick<AnyCall, 'admin' | 'record'>;

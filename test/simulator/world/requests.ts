import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../../../api/http/api-error';
import { ERROR_STATUS } from '../../../core/shared/error-codes';
import { isUnavailable } from '../../../store/connection';
import type { Scheduler } from '../scheduler';
import type { Api } from './processes';
import { SCOPE } from './settings';

/** A request of a client to an API process. */
export interface Asked {
  route: string;
  params: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What a client gets: status 0 if the connection breaks. */
export interface Got {
  status: number;
  body: Record<string, unknown>;
  replayed: boolean;
}

const BROKEN: Got = { status: 0, body: {}, replayed: false };

export interface Network {
  scheduler: Scheduler;
  delay: () => number;
  /** Whether the connection breaks before the answer arrives. */
  breaks: () => boolean;
  onFault: (error: unknown) => void;
}

/** Sends a request to a process. It is not answered after the process has died. */
export function ask(network: Network, api: Api, asked: Asked): Promise<Got> {
  return toProcess(network, api, () => answer(api, asked, network.onFault));
}

/** Does work in a process on behalf of a client, and returns what the client gets of it. */
export function toProcess(network: Network, api: Api, work: () => Promise<Got>): Promise<Got> {
  const { scheduler } = network;
  return new Promise((resolve) => {
    const outside = scheduler.task();
    const reply = (got: Got, inMs: number): void => void scheduler.after(inMs, () => resolve(got), outside);
    if (!api.process.alive) return reply(BROKEN, 5);
    const onDeath = (): void => reply(BROKEN, network.delay());
    api.open.add(onDeath);
    scheduler.after(
      network.delay(),
      () => {
        void work().then((got) => {
          api.open.delete(onDeath);
          reply(network.breaks() ? BROKEN : got, network.delay());
        });
      },
      { process: api.process },
    );
  });
}

/** Runs the handler of a route as Express does, with the part of its request and response that handlers use. */
async function answer(
  api: Api,
  { route, params, body = {}, headers = {} }: Asked,
  onFault: (error: unknown) => void,
): Promise<Got> {
  const handler = api.routes.get(route) as RequestHandler;
  const got: Got = { status: 200, body: {}, replayed: false };
  try {
    const application = await api.deps.cached.application(SCOPE.applicationId);
    const caller = {
      scope: SCOPE,
      application,
      key: { _id: 'hash', id: 'key-1', prefix: 'hg_live_', label: 'simulator' },
    };
    const [method = ''] = route.split(' ');
    const request = {
      ...{ method, params, body, query: {}, headers, path: `${route}${JSON.stringify(params)}` },
      headersDistinct: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
      get: (name: string) => headers[name.toLowerCase()],
      // Its body is JSON.
      is: (types: string[]) => types.find((type) => type === 'application/json') ?? false,
    };
    const response = {
      locals: { caller, chargeRequests: () => Promise.resolve() },
      status: (status: number) => {
        got.status = status;
        return response;
      },
      set: (set: unknown) => {
        if (typeof set === 'object' && set !== null && 'Idempotent-Replay' in set) got.replayed = true;
        return response;
      },
      json: (sent: Record<string, unknown>) => {
        got.body = JSON.parse(JSON.stringify(sent)) as Record<string, unknown>;
        return response;
      },
      getHeader: () => 'request-id',
      get: () => 'request-id',
    };
    await handler(request as unknown as Request, response as unknown as Response, () => undefined);
    return got;
  } catch (error) {
    const { status, code } = refusalOf(error);
    if (status === 500) onFault(error);
    return { status, body: { code }, replayed: false };
  }
}

function refusalOf(error: unknown): { status: number; code: string } {
  if (error instanceof ApiError) return { status: ERROR_STATUS[error.code], code: error.code };
  return isUnavailable(error) ? { status: 503, code: 'UNAVAILABLE' } : { status: 500, code: 'INTERNAL' };
}

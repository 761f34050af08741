import type { Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import { roleReaches } from '../../core/access/admin-roles';
import type { ApiDeps } from '../deps';
import { adminOf, audited } from './access/audit';
import { signedInOf } from './access/authenticate-session';
import { ApiError } from './api-error';
import { AnyCall } from './call';
import { callerOf } from './middleware/authenticate';
import { resource } from './resource';
import type { Route } from './route';
import { jsonOf, sendCompressed } from './send-compressed';

/** Registers routes. `readBody` runs after path and method are known. */
export function serve(
  router: Router,
  deps: ApiDeps,
  routes: readonly Route[],
  readBody: readonly RequestHandler[],
): void {
  const paths = new Map<string, Route[]>();
  for (const route of routes) {
    const others = paths.get(route.path) ?? [];
    const twin = others.find(({ method }) => method === route.method);
    if (twin) throw new Error(`${route.id} and ${twin.id} have the same method and path.`);
    paths.set(route.path, [...others, route]);
  }
  for (const [path, some] of paths)
    resource(
      router,
      path,
      Object.fromEntries(
        some.map((route) => [route.method, [...readBody.map(unlessStreamed(route)), handlerOf(route, deps)]]),
      ),
    );
}

/** Returns what leaves out a step of reading a body if the route reads it itself. */
function unlessStreamed({ streamed }: Route): (step: RequestHandler) => RequestHandler {
  if (!streamed) return (step) => step;
  const types = Object.keys(streamed);
  return (step) => (request, response, next) => (request.is(types) ? next() : step(request, response, next));
}

/** Returns a route's handler behind the check of who may call it. A change by an admin also gets its audit record. */
export function handlerOf(route: Route, deps: ApiDeps): RequestHandler {
  const status = [route.status ?? 200].flat()[0] ?? 200;
  const run = async (request: Request, response: Response): Promise<object | string> => {
    guard(route, response);
    response.status(status);
    return route.handler(new AnyCall(route, request, response), deps);
  };
  const saysSuccess = route.answer instanceof z.ZodObject && 'success' in route.answer.shape;
  // A sign-in writes its own record, after it knows who signs in.
  const action = route.role === 'anyone' ? null : (route.audit ?? null);
  const isRead = route.method === 'get' && route.role !== undefined && route.role !== 'anyone';
  return async (request, response) => {
    const answered = (): Promise<object | string> => run(request, response);
    const answer = await (action === null ? answered() : audited(action, response, answered));
    if (typeof answer === 'string') return;
    const sent = saysSuccess ? { success: true, ...answer } : answer;
    if (!isRead) response.json(sent);
    else if (!route.asText) await sendCompressed(request, response, jsonOf(sent));
    else {
      const { type, of } = route.asText;
      response.vary('Accept');
      const isText = request.accepts(['json', type]) === type;
      await sendCompressed(request, response, isText ? { type, text: of(answer as never) } : jsonOf(sent));
    }
  };
}

/** Throws a 403 if the caller may not call the route. */
function guard({ scope, role }: Route, response: Response): void {
  if (scope !== undefined) {
    // A key without scopes has all of them.
    const { scopes } = callerOf(response).key;
    if (!scopes || scopes.includes(scope)) return;
    throw ApiError.of('FORBIDDEN', [scope, scopes.join(', ')]);
  }
  if (role === undefined || role === 'anyone') return;
  const admin = adminOf(response);
  if (roleReaches(admin.role, role)) return;
  const who = signedInOf(response) ? 'The operator' : 'The admin key';
  const message = `This route needs the role ${role}. ${who} "${admin.name}" has the role ${admin.role}.`;
  throw new ApiError('FORBIDDEN', message);
}

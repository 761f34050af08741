import type { Request, RequestHandler, Response } from 'express';
import { hashApiKey, hasPrefixOf } from '../../../core/access/api-key';
import type { Environment } from '../../../core/shared/channels';
import { errorText } from '../../../core/shared/error-codes';
import type { Scope } from '../../../core/shared/scope';
import type { ApiKey } from '../../../store/accounts/api-keys';
import type { Application } from '../../../store/accounts/applications';
import { createLastUse } from '../access/last-use';
import { ApiError } from '../api-error';
import type { ApiDeps } from '../../deps';
import { unauthorized } from './wrong-keys';

/** For whom something is done. */
export interface Principal {
  scope: Scope;
  application: Application;
}

/** The caller of a /v1 route, known after `authenticate`. */
export interface Caller extends Principal {
  key: ApiKey;
}

/** Checks the bearer key of an environment (KEY-1 to KEY-5). */
export function authenticate(deps: ApiDeps, environment: Environment): RequestHandler {
  const noteUse = createLastUse((hash, at) => deps.store.apiKeys.noteUse(hash, at));
  return async (request, response, next) => {
    const key = bearerOf(request);
    if (!hasPrefixOf(key, environment)) {
      throw unauthorized(`This address accepts only ${environment} keys, and the key is not one.`);
    }
    const found = await deps.cached.apiKey(hashApiKey(key));
    if (found?.environment !== environment) throw deps.refuseKey(request, errorText('UNAUTHORIZED'));
    if (found.expiresAt && found.expiresAt <= deps.store.now()) {
      throw unauthorized(`The API key expired at ${found.expiresAt.toISOString()}.`);
    }
    const application = await deps.cached.application(found.applicationId);
    if (!application) throw deps.refuseKey(request, errorText('UNAUTHORIZED'));
    response.locals.by = application._id;
    if (application.subscription !== 'active') {
      throw ApiError.of('SUBSCRIPTION_INACTIVE', []);
    }
    const scope: Scope = { applicationId: application._id, environment };
    response.locals.caller = { scope, application, key: found } satisfies Caller;
    noteUse(found._id);
    next();
  };
}

export const callerOf = (response: Response): Caller => response.locals.caller as Caller;

/** Returns the bearer key of a request. Throws a 401 if there is none, or more than one. */
export function bearerOf(request: Request): string {
  // Node takes the first of several headers. A proxy before us may have checked another one.
  if ((request.headersDistinct.authorization?.length ?? 0) > 1) {
    throw unauthorized('The request has several Authorization headers. Send exactly one.');
  }
  const [, key] = /^Bearer +(\S+)$/i.exec(request.get('authorization') ?? '') ?? [];
  if (key === undefined)
    throw unauthorized('The request has no key. Send the header Authorization: Bearer <key>.');
  return key;
}

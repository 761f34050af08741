import type { Request, Response } from 'express';
import { csrfTokenOf, hashToken, newToken } from '../../../core/access/session-token';
import type { OperatorAccount } from '../../../store/accounts/operator-accounts';
import type { SignInMethod } from '../../../store/accounts/sessions';
import type { ApiDeps } from '../../deps';
import type { ApiError } from '../api-error';
import { audited, openTrail, recordChange } from './audit';
import { adminFor } from './authenticate-session';
import { sessionTokenOf, setSessionCookie } from './session-cookie';

/** Action of a sign-in in the audit log. */
export const SESSION_BEGIN = 'session.begin';

/** A session that has begun. */
export interface BegunSession {
  operator: OperatorAccount;
  by: SignInMethod;
  csrfToken: string;
}

/** What a sign-in changes at its operator. The record comes before it. */
export interface AtSignIn {
  change: () => Promise<OperatorAccount>;
  before: object | null;
  after: object;
}

/** Begins a session, or refuses it, with a record of the operator. */
export function createSessionStart(deps: ApiDeps) {
  const { store, development, sessionLimits, log } = deps;

  const recorded = <T>(
    operator: OperatorAccount,
    request: Request,
    response: Response,
    run: () => Promise<T>,
  ): Promise<T> => {
    openTrail(deps, adminFor(operator), request, response);
    return audited(SESSION_BEGIN, response, run);
  };

  return {
    /** Begins a session and sets its cookie. */
    begin: (
      operator: OperatorAccount,
      by: SignInMethod,
      request: Request,
      response: Response,
      atSignIn?: AtSignIn,
    ): Promise<BegunSession> =>
      recorded(operator, request, response, async () => {
        const { accessEnds = 0 } = (await atSignIn?.change()) ?? operator;
        // A browser has one session, so nobody has to end one that its cookie no longer names.
        const earlier = sessionTokenOf(request, development);
        if (earlier !== null) await store.sessions.remove(hashToken(earlier));
        const token = newToken();
        const createdAt = store.now();
        const expiresAt = sessionLimits.endOf(createdAt, createdAt);
        await store.sessions.insert({
          ...{
            _id: hashToken(token),
            operatorId: operator._id,
            byLink: by === 'link',
            by,
            accessEnds,
            createdAt,
            expiresAt,
          },
        });
        await recordChange(response, {
          about: [operator._id],
          before: atSignIn?.before ?? null,
          after: { by, ...atSignIn?.after },
        });
        setSessionCookie(response, development, token, expiresAt);
        return { operator, by, csrfToken: csrfTokenOf(token) };
      }),

    /**
     * Records a refusal. It neither waits for the record nor fails with it, so that the time of an answer does not say
     * whether there is such an operator.
     */
    noteRefusal: (
      operator: OperatorAccount,
      refusal: ApiError,
      request: Request,
      response: Response,
    ): void => {
      const refuse = (): Promise<never> => Promise.reject(refusal);
      recorded(operator, request, response, refuse).catch((error: unknown) => {
        if (error !== refusal) log.error({ err: error }, 'a refused sign-in could not be recorded');
      });
    },
  };
}

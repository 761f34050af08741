import { timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { csrfTokenOf, hashToken } from '../../../core/access/session-token';
import type { OperatorAccount } from '../../../store/accounts/operator-accounts';
import type { Session } from '../../../store/accounts/sessions';
import type { ApiDeps } from '../../deps';
import { ApiError } from '../api-error';
import { isRead } from '../is-read';
import { unauthorized } from '../middleware/wrong-keys';
import { createLastUse } from './last-use';
import { clearSessionCookie, setSessionCookie } from './session-cookie';

const CSRF_HEADER = 'X-CSRF-Token';
/** Minimum by which the end of a session is postponed, so that not every request writes. */
const POSTPONE_BY_MS = 60_000;

/** A signed-in operator. */
export interface SignedIn {
  operator: OperatorAccount;
  session: Session;
  csrfToken: string;
}

/** An operator, as the audit log names them. */
export const adminFor = ({ _id, name, role }: OperatorAccount) => ({ id: _id, name, role });

/** Returns who signed in. Null if a key authenticated the request. */
export const signedInOf = (response: Response): SignedIn | null =>
  (response.locals.signedIn as SignedIn | undefined) ?? null;

/** Returns a function that checks the token of a session, and throws a 401 or 403 if the request may not go on. */
export function createSessionCheck({ store, sessionLimits, development }: ApiDeps) {
  const noteUse = createLastUse((id, at) => store.operatorAccounts.noteUse(id, at));

  return async (token: string, request: Request, response: Response): Promise<SignedIn> => {
    const now = store.now();
    const session = await store.sessions.get(hashToken(token));
    const operator =
      session && session.expiresAt > now ? await store.operatorAccounts.get(session.operatorId) : null;
    if (!session || !operator || isOver(session, operator)) {
      clearSessionCookie(response, development);
      throw unauthorized('The session has ended. Sign in again.');
    }
    const csrfToken = csrfTokenOf(token);
    if (!isRead(request) && !isSame(request.get(CSRF_HEADER), csrfToken))
      throw new ApiError(
        'FORBIDDEN',
        `Send the header ${CSRF_HEADER} with the csrf_token of GET /admin/v1/session.`,
      );
    const end = sessionLimits.endOf(session.createdAt, now);
    if (end.getTime() - session.expiresAt.getTime() > POSTPONE_BY_MS) {
      // The request neither waits for the write nor fails with it.
      store.sessions.postpone(session._id, end).catch(() => undefined);
      setSessionCookie(response, development, token, end);
    }
    noteUse(operator._id);
    const signedIn = { operator, session, csrfToken };
    response.locals.signedIn = signedIn;
    return signedIn;
  };
}

/** Returns whether the operator's access was ended after the session began. */
const isOver = ({ _id, accessEnds = 0 }: Session, operator: OperatorAccount): boolean =>
  accessEnds !== (operator.accessEnds ?? 0) && operator.keptSession !== _id;

function isSame(given: string | undefined, wanted: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

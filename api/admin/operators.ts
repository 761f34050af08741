import type { Response, Router } from 'express';
import { hashToken, newToken } from '../../core/access/session-token';
import { type AdminRole, roleReaches } from '../../core/access/admin-roles';
import { newId } from '../../core/shared/ids';
import { inviteOperatorBody, newLinkBody, updateOperatorBody } from '../../core/schemas/operator-accounts';
import { isDuplicateKey } from '../../store/connection';
import type { OperatorAccount } from '../../store/accounts/operator-accounts';
import type { ApiDeps } from '../deps';
import { ApiError, parse } from '../http/api-error';
import { resource } from '../http/resource';
import { adminOf, recordChange } from '../http/access/audit';
import { endAccess } from '../http/access/end-access';
import { createInvitations } from '../http/access/invitations';
import { operatorRecord, operatorView } from './operator-view';
import { noOperator } from './session';

const LINK_LASTS_MS = 7 * 86_400_000;

/** Who may sign in. An owner always remains, because nobody can remove or demote themselves. */
export function operatorRoutes(router: Router, deps: ApiDeps): void {
  const { store, dashboardUrl } = deps;
  const invite = createInvitations(deps);

  resource(router, '/admin/v1/operators', {
    post: async (request, response) => {
      const { email, name, role, mail } = parse(inviteOperatorBody, request.body);
      const token = newToken();
      const now = store.now();
      const operator: OperatorAccount = {
        _id: newId(),
        ...{ email: email.toLowerCase(), name, role, passwordHash: null, lastUsedAt: null, createdAt: now },
        ...{ linkHash: hashToken(token), linkExpiresAt: new Date(now.getTime() + LINK_LASTS_MS) },
      };
      await store.operatorAccounts.insert(operator).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        const message =
          'There is an operator with this e-mail address. A new link: POST /admin/v1/operators/{id}/link.';
        throw new ApiError('OPERATOR_EXISTS', message, { field: 'email' });
      });
      await recordChange(response, {
        about: [operator._id],
        before: null,
        after: { id: operator._id, ...operatorRecord(operator) },
      });
      await answerWithLink(response.status(201), operator, token, mail);
    },
    get: async (_request, response) => {
      response.json({ success: true, operators: (await store.operatorAccounts.list()).map(operatorView) });
    },
  });

  resource(router, '/admin/v1/operators/:id', {
    patch: async (request, response) => {
      const id = String(request.params.id);
      const change = parse(updateOperatorBody, request.body);
      if (change.role !== undefined) refuseSelf(response, id, 'change your own role');
      const before = await store.operatorAccounts.get(id);
      const after = before && (await changed(before, change));
      if (!before || !after) throw noOperator();
      await recordChange(response, {
        about: [id],
        before: operatorRecord(before),
        after: operatorRecord(after),
      });
      response.json({ success: true, operator: operatorView(after) });
    },
    delete: async (request, response) => {
      const id = String(request.params.id);
      refuseSelf(response, id, 'remove yourself');
      await endAccess(store, id);
      const removed = await store.operatorAccounts.remove(id);
      if (!removed) throw noOperator();
      await recordChange(response, { about: [id], before: operatorRecord(removed), after: null });
      response.json({ success: true });
    },
  });

  resource(router, '/admin/v1/operators/:id/oidc-account', {
    delete: async (request, response) => {
      const id = String(request.params.id);
      const before = await store.operatorAccounts.get(id);
      const end = { change: { oidcAccount: null }, unlinked: before?.oidcAccount };
      const after = before && (await endAccess(store, id, end));
      if (!before || !after) throw noOperator();
      await recordChange(response, {
        about: [id],
        before: operatorRecord(before),
        after: operatorRecord(after),
      });
      response.json({ success: true });
    },
  });

  resource(router, '/admin/v1/operators/:id/sessions', {
    delete: async (request, response) => {
      const id = String(request.params.id);
      if (!(await endAccess(store, id))) throw noOperator();
      await recordChange(response, { about: [id] });
      response.json({ success: true });
    },
  });

  resource(router, '/admin/v1/operators/:id/link', {
    post: async (request, response) => {
      const id = String(request.params.id);
      const { mail } = parse(newLinkBody, request.body ?? {});
      const token = newToken();
      const until = new Date(store.now().getTime() + LINK_LASTS_MS);
      const operator = await store.operatorAccounts.setLink(id, hashToken(token), until);
      if (!operator) throw noOperator();
      await recordChange(response, { about: [id] });
      await answerWithLink(response, operator, token, mail);
    },
  });

  /** A lower role ends access. A higher one counts at the next request. */
  async function changed(
    before: OperatorAccount,
    change: { name?: string; role?: AdminRole },
  ): Promise<OperatorAccount | null> {
    const { name, role = before.role } = change;
    if (roleReaches(role, before.role)) return store.operatorAccounts.update(before._id, change);
    if (name !== undefined) await store.operatorAccounts.update(before._id, { name });
    return endAccess(store, before._id, { change: { role } });
  }

  async function answerWithLink(
    response: Response,
    operator: OperatorAccount,
    token: string,
    isMailed: boolean,
  ): Promise<void> {
    // In the fragment, so that no proxy and no log sees it.
    const link = `${dashboardUrl}#signin=${token}`;
    const mail = isMailed ? await invite(operator, link) : 'not_asked';
    response.json({ success: true, operator: operatorView(operator), link, mail });
  }
}

function refuseSelf(response: Response, id: string, what: string): void {
  if (adminOf(response).id === id) throw new ApiError('FORBIDDEN', `You cannot ${what}. Another owner can.`);
}

import { z } from 'zod';
import { type AdminRole, roleReaches } from '../../../core/access/admin-roles';
import { updateOperatorBody } from '../../../core/schemas/operator-accounts';
import type { OperatorAccount } from '../../../store/accounts/operator-accounts';
import type { Store } from '../../../store/store';
import type { Admin } from '../../http/access/audit';
import { endAccess } from '../../http/access/end-access';
import { ApiError } from '../../http/api-error';
import { answer, done } from '../../http/formats';
import { route } from '../../http/route';
import { noOperator, operatorAnswer, operatorRecord, operatorSchema, operatorView } from '../operator-view';

// Who may sign in. An owner always remains, because nobody can remove or demote themselves.

export const listOperators = route({
  id: 'listOperators',
  tag: 'Operators',
  method: 'get',
  path: '/admin/v1/operators',
  role: 'owner',
  summary: 'List the operators',
  answer: answer('OperatorsAnswer', { operators: z.array(operatorSchema) }),
  handler: async (_call, { store }) => ({
    operators: (await store.operatorAccounts.list()).map(operatorView),
  }),
});

export const updateOperator = route({
  id: 'updateOperator',
  tag: 'Operators',
  method: 'patch',
  path: '/admin/v1/operators/:id',
  role: 'owner',
  audit: 'operator.update',
  summary: 'Change the name or the role of an operator',
  description: 'A lower role ends their sessions and an unused link.',
  body: updateOperatorBody.meta({ id: 'OperatorUpdate' }),
  answer: operatorAnswer,
  errors: ['OPERATOR_NOT_FOUND'],
  handler: async (call, { store }) => {
    const { id } = call.params;
    const change = call.body;
    if (change.role !== undefined) refuseSelf(call.admin, id, 'change your own role');
    const before = await store.operatorAccounts.get(id);
    const after = before && (await changed(store, before, change));
    if (!before || !after) throw noOperator();
    await call.record({ about: [id], before: operatorRecord(before), after: operatorRecord(after) });
    return { operator: operatorView(after) };
  },
});

export const removeOperator = route({
  id: 'removeOperator',
  tag: 'Operators',
  method: 'delete',
  path: '/admin/v1/operators/:id',
  role: 'owner',
  audit: 'operator.remove',
  summary: 'Remove an operator',
  description: 'Ends their sessions.',
  answer: done,
  errors: ['OPERATOR_NOT_FOUND'],
  handler: async ({ params: { id }, admin, record }, { store }) => {
    refuseSelf(admin, id, 'remove yourself');
    await endAccess(store, id);
    const removed = await store.operatorAccounts.remove(id);
    if (!removed) throw noOperator();
    await record({ about: [id], before: operatorRecord(removed), after: null });
    return {};
  },
});

export const unlinkOperator = route({
  id: 'unlinkOperator',
  tag: 'Operators',
  method: 'delete',
  path: '/admin/v1/operators/:id/oidc-account',
  role: 'owner',
  audit: 'operator.unlink',
  summary: 'Unlink an operator from their account at the OpenID provider',
  description:
    'Ends their sessions and an unused link. The next other account at the provider with their e-mail address signs in as this operator.',
  answer: done,
  errors: ['OPERATOR_NOT_FOUND'],
  handler: async ({ params: { id }, record }, { store }) => {
    const before = await store.operatorAccounts.get(id);
    const end = { change: { oidcAccount: null }, unlinked: before?.oidcAccount };
    const after = before && (await endAccess(store, id, end));
    if (!before || !after) throw noOperator();
    await record({ about: [id], before: operatorRecord(before), after: operatorRecord(after) });
    return {};
  },
});

export const signOutOperator = route({
  id: 'signOutOperator',
  tag: 'Operators',
  method: 'delete',
  path: '/admin/v1/operators/:id/sessions',
  role: 'owner',
  audit: 'operator.sign_out',
  summary: 'End the sessions of an operator',
  description: 'For a lost computer. Also ends an unused link. The operator can sign in again.',
  answer: done,
  errors: ['OPERATOR_NOT_FOUND'],
  handler: async ({ params: { id }, record }, { store }) => {
    if (!(await endAccess(store, id))) throw noOperator();
    await record({ about: [id] });
    return {};
  },
});

/** A lower role ends access. A higher one counts at the next request. */
async function changed(
  store: Store,
  before: OperatorAccount,
  change: { name?: string; role?: AdminRole },
): Promise<OperatorAccount | null> {
  const { name, role = before.role } = change;
  if (roleReaches(role, before.role)) return store.operatorAccounts.update(before._id, change);
  if (name !== undefined) await store.operatorAccounts.update(before._id, { name });
  return endAccess(store, before._id, { change: { role } });
}

function refuseSelf(admin: Admin, id: string, what: string): void {
  if (admin.id === id) throw new ApiError('FORBIDDEN', `You cannot ${what}. Ask another owner.`);
}

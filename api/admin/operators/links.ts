import { z } from 'zod';
import { hashToken, newToken } from '../../../core/access/session-token';
import { inviteOperatorBody, newLinkBody } from '../../../core/schemas/operator-accounts';
import { newId } from '../../../core/shared/ids';
import { isDuplicateKey } from '../../../store/connection';
import type { OperatorAccount } from '../../../store/accounts/operator-accounts';
import type { ApiDeps } from '../../deps';
import { createInvitations } from '../../http/access/invitations';
import { ApiError } from '../../http/api-error';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { noOperator, operatorRecord, operatorSchema, operatorView } from '../operator-view';

const LINK_LASTS_MS = 7 * 86_400_000;

const withLink = answer('OperatorLink', {
  operator: operatorSchema,
  link: z.string().describe('Signs in once, within seven days. It is shown this once.'),
  mail: z
    .enum(['sent', 'failed', 'not_configured', 'not_asked'])
    .describe('Whether the link was mailed. `not_configured`: the service has no SMTP_URL.'),
});

export const inviteOperator = route({
  id: 'inviteOperator',
  tag: 'Operators',
  method: 'post',
  path: '/admin/v1/operators',
  role: 'owner',
  audit: 'operator.invite',
  summary: 'Invite an operator',
  description: 'Mails a link that signs in once, and answers with it.',
  body: inviteOperatorBody.meta({ id: 'OperatorInvitation' }),
  answer: withLink,
  status: 201,
  errors: ['OPERATOR_EXISTS'],
  handler: async ({ body, record }, deps) => {
    const { email, name, role, mail } = body;
    const token = newToken();
    const now = deps.store.now();
    const operator: OperatorAccount = {
      _id: newId(),
      ...{ email: email.toLowerCase(), name, role, passwordHash: null, lastUsedAt: null, createdAt: now },
      ...{ linkHash: hashToken(token), linkExpiresAt: new Date(now.getTime() + LINK_LASTS_MS) },
    };
    await deps.store.operatorAccounts.insert(operator).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      const message =
        'An operator with this e-mail address already exists. Create a new link with POST /admin/v1/operators/{id}/link.';
      throw new ApiError('OPERATOR_EXISTS', message, { field: 'email' });
    });
    const after = { id: operator._id, ...operatorRecord(operator) };
    await record({ about: [operator._id], before: null, after });
    return linkAnswer(deps, operator, token, mail);
  },
});

export const linkOperator = route({
  id: 'linkOperator',
  tag: 'Operators',
  method: 'post',
  path: '/admin/v1/operators/:id/link',
  role: 'owner',
  audit: 'operator.link',
  summary: 'Give an operator a new link',
  description: 'For an operator who lost the first link or the password. Ends the earlier link.',
  body: newLinkBody.meta({ id: 'NewLink' }),
  bodyIsOptional: true,
  answer: withLink,
  errors: ['OPERATOR_NOT_FOUND'],
  handler: async ({ params: { id }, body: { mail }, record }, deps) => {
    const token = newToken();
    const until = new Date(deps.store.now().getTime() + LINK_LASTS_MS);
    const operator = await deps.store.operatorAccounts.setLink(id, hashToken(token), until);
    if (!operator) throw noOperator();
    await record({ about: [id] });
    return linkAnswer(deps, operator, token, mail);
  },
});

async function linkAnswer(deps: ApiDeps, operator: OperatorAccount, token: string, isMailed: boolean) {
  // In the fragment, so that no proxy and no log sees it.
  const link = `${deps.dashboardUrl}#signin=${token}`;
  const mail = isMailed ? await createInvitations(deps)(operator, link) : ('not_asked' as const);
  return { operator: operatorView(operator), link, mail };
}

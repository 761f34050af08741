import { createDkimKeyBody, removeDkimKeyQuery } from '../../../../core/schemas/sender-records';
import { newSelector } from '../../../../core/sending/dkim/key';
import { dkimRecordName, judgeDkimRecord } from '../../../../core/sending/dkim/record';
import { refusalOfNewKey, refusalOfRemoval } from '../../../../core/sending/dkim/rotation';
import { newId } from '../../../../core/shared/ids';
import { ApiError } from '../../../http/api-error';
import { done } from '../../../http/formats';
import { route } from '../../../http/route';
import { DKIM, DKIM_KEY, domainIn, keyIn } from './dkim-in';
import { makeKey } from './make-key';
import { dkimAnswer, dkimAudit, dkimView } from './view';

const missing = ['APPLICATION_NOT_FOUND', 'SENDER_NOT_FOUND'] as const;
const CHANGED = 'The keys changed during the request. Fetch them and try again.';

export const showDkim = route({
  id: 'showDkim',
  tag: 'Senders',
  method: 'get',
  path: DKIM,
  role: 'viewer',
  summary: 'Show the DKIM keys of a domain, with their records',
  answer: dkimAnswer,
  errors: missing,
  handler: async (call, { store }) => {
    const { application, domain } = await domainIn(store, call);
    return dkimView(application, domain);
  },
});

export const addDkimKey = route({
  id: 'addDkimKey',
  tag: 'Senders',
  method: 'post',
  path: DKIM,
  role: 'editor',
  audit: 'sender.dkim_add',
  summary: 'Make a DKIM key for a domain',
  description:
    'The key is pending: publish its record, then activate it. A second key begins a rotation: the first one signs until the second is activated.',
  body: createDkimKeyBody.meta({ id: 'DkimKeyRequest' }),
  bodyIsOptional: true,
  answer: dkimAnswer,
  status: 201,
  errors: [...missing, 'DKIM_STATE'],
  handler: async (call, { store, cached, vault }) => {
    const { application, sender, domain } = await domainIn(store, call);
    const { _id: applicationId, dkim = [] } = application;
    const now = new Date();
    const named = { domain, selector: call.body.selector ?? newSelector(now, newId()) };
    const refusal = refusalOfNewKey(dkim, named);
    if (refusal !== null) throw new ApiError('DKIM_STATE', refusal);
    const key = await makeKey(named, { applicationId, vault, now });
    const updated = await store.dkimKeys.add(applicationId, key);
    if (!updated) throw new ApiError('DKIM_STATE', CHANGED);
    cached.clear();
    await call.record({ about: [applicationId, sender.id], after: dkimAudit(key) });
    return dkimView(updated, domain);
  },
});

export const activateDkimKey = route({
  id: 'activateDkimKey',
  tag: 'Senders',
  method: 'post',
  path: `${DKIM_KEY}/activate`,
  role: 'editor',
  audit: 'sender.dkim_activate',
  summary: 'Sign with a DKIM key',
  description:
    'Asks DNS first, at most ten seconds. If the record does not have the key, 409 `DKIM_UNPUBLISHED`, and nothing changes. The key that signed before retires. A retiring key can be activated again.',
  answer: dkimAnswer,
  errors: [...missing, 'DKIM_KEY_NOT_FOUND', 'DKIM_STATE', 'DKIM_UNPUBLISHED'],
  handler: async (call, { store, cached, dns }) => {
    const { application, sender, domain, key } = await keyIn(store, call);
    if (key.state === 'active') throw new ApiError('DKIM_STATE', `The key ${key.selector} signs already.`);
    const name = dkimRecordName(key);
    const lookup = await dns(name, 'TXT');
    const { state, detail } =
      'problem' in lookup
        ? { state: 'no_answer', detail: `DNS did not answer (${lookup.problem}). Try again.` }
        : judgeDkimRecord(key.publicKey, lookup.values);
    if (state !== 'ok') throw new ApiError('DKIM_UNPUBLISHED', `TXT ${name}: ${detail}`);
    const updated = await store.dkimKeys.activate(application._id, key, new Date());
    if (!updated) throw new ApiError('DKIM_STATE', CHANGED);
    cached.clear();
    await call.record({
      about: [application._id, sender.id],
      before: dkimAudit(key),
      after: dkimAudit({ ...key, state: 'active' }),
    });
    return dkimView(updated, domain);
  },
});

export const removeDkimKey = route({
  id: 'removeDkimKey',
  tag: 'Senders',
  method: 'delete',
  path: DKIM_KEY,
  role: 'owner',
  audit: 'sender.dkim_remove',
  summary: 'Remove a DKIM key',
  description:
    'Without an active key, e-mail of the domain is sent without a signature. A retiring key whose record has to stay in DNS is 409 `DKIM_STATE`, unless `early` is `true`.',
  query: removeDkimKeyQuery,
  answer: done,
  errors: [...missing, 'DKIM_KEY_NOT_FOUND', 'DKIM_STATE'],
  handler: async (call, { store, cached }) => {
    const { application, sender, key } = await keyIn(store, call);
    const refusal = refusalOfRemoval(key, { now: new Date(), early: call.query.early === 'true' });
    if (refusal !== null) throw new ApiError('DKIM_STATE', refusal);
    await store.dkimKeys.remove(application._id, key);
    cached.clear();
    await call.record({ about: [application._id, sender.id], before: dkimAudit(key) });
    return {};
  },
});

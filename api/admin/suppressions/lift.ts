import { liftSuppressionBody, liftSuppressionQuery } from '../../../core/schemas/suppression';
import { changesOfOptIn } from '../../../core/preferences/opt-changes';
import type { SuppressionReason } from '../../../core/receipts/suppression';
import { changeAtAddress } from '../../../store/preferences/change-at-address';
import { inOrder } from '../../../store/suppressions/reasons';
import { idsOf, keyOf, suppressionOf } from '../../../store/suppressions/suppress';
import type { Suppression } from '../../../store/suppressions/suppressions';
import type { ApiDeps } from '../../deps';
import { ApiError } from '../../http/api-error';
import type { AdminCall } from '../../http/call';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { applicationIn } from '../applications/application-in';
import { suppressionAudit, suppressionSchema, suppressionView } from './view';

const ofLift = {
  tag: 'Suppressions',
  method: 'delete',
  role: 'owner',
  audit: 'suppression.lift',
  description:
    'Lifts one reason, or all. `suppression` is what is left; null: the address is not suppressed any more.',
  answer: answer('SuppressionLiftedAnswer', { suppression: suppressionSchema.nullable() }),
  errors: ['APPLICATION_NOT_FOUND', 'SUPPRESSION_NOT_FOUND'],
} as const;

export const liftSuppression = route({
  ...ofLift,
  id: 'liftSuppression',
  path: '/admin/v1/applications/:app/suppressions',
  summary: 'Lift the suppression of an address',
  body: liftSuppressionBody.meta({ id: 'SuppressionLift' }),
  handler: async (call, deps) => {
    const application = await applicationIn(deps.store, call);
    const { environment, reason, ...address } = call.body;
    const of = { scope: { applicationId: application._id, environment }, ...address };
    const found = await suppressionOf(deps, application, of);
    const key = application.suppressionKey && keyOf(deps.vault, application.suppressionKey, of.scope);
    return lift(call, deps, found, { reason, ids: key ? idsOf(key, of) : [], address: of.address });
  },
});

export const liftSuppressionById = route({
  ...ofLift,
  id: 'liftSuppressionById',
  path: '/admin/v1/applications/:app/suppressions/:id',
  summary: 'Lift a suppression',
  query: liftSuppressionQuery,
  handler: async (call, deps) => {
    const application = await applicationIn(deps.store, call);
    const { reason } = call.query;
    const ids = [call.params.id];
    const found = await deps.store.suppressions.get(ids);
    const its = found?.applicationId === application._id ? found : null;
    return lift(call, deps, its, { reason, ids, address: its?.address ?? null });
  },
});

interface Lifted {
  reason: SuppressionReason | 'all' | undefined;
  ids: string[];
  /** Null: its contact was erased. */
  address: string | null;
}

/** Lifts one reason, or all, and with an opt-out the choice that came with it (PREFERENCE-51). Returns what is left. */
async function lift(
  { record, admin }: Pick<AdminCall<unknown, unknown, unknown>, 'record' | 'admin'>,
  { store, cached, dispatcher }: ApiDeps,
  found: Suppression | null,
  { reason, ids, address }: Lifted,
) {
  if (!found) throw notSuppressed();
  const reasons = inOrder(found.reasons);
  if (reason === undefined && reasons.length > 1) {
    const names = reasons.map(([name]) => name).join(', ');
    const message = `reason is required, because this suppression has several reasons (${names}). Send one of them, or all.`;
    throw new ApiError('VALIDATION_ERROR', message, { field: 'reason' });
  }
  const lifted = reasons.filter(([name]) => reason === undefined || reason === 'all' || reason === name);
  let isLifted = false;
  for (const id of ids) {
    for (const [name, { at }] of lifted) isLifted = (await store.suppressions.lift(id, name, at)) || isLifted;
  }
  if (!isLifted) throw notSuppressed();
  const optOut = lifted.find(([name]) => name === 'opt_out')?.[1];
  if (optOut && address !== null) {
    const { channel } = found;
    const changes = changesOfOptIn({ channel, until: optOut.at, only: [null] });
    const order = { by: 'operator', name: admin.name, changes } as const;
    const { events } = await changeAtAddress(store, { scope: found, channel, address }, order);
    if (events.length > 0) dispatcher.redeliverEvents(events);
  }
  cached.clear();
  const left = await store.suppressions.get(ids);
  await record({
    about: [found.applicationId, found._id],
    before: suppressionAudit(found),
    ...(left && { after: suppressionAudit(left) }),
  });
  return { suppression: left && suppressionView(left) };
}

export const notSuppressed = (): ApiError =>
  new ApiError('SUPPRESSION_NOT_FOUND', 'This application has no such suppression.');

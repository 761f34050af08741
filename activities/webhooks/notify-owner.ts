import { ApplicationFailure } from '@temporalio/activity';
import type { SendResult } from '../../channels/provider';
import { noticeIdOf } from '../../core/shared/ids';
import { scopeOf } from '../../core/shared/scope';
import type { OwnerNotice, SwitchOff, WebhookEndpoint } from '../../store/webhooks/endpoints';
import type { Activities } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { switchedOffMail } from './owner-mail';

/** Maximum time of the SMTP server, milliseconds: below that of the activity. */
const DEADLINE_MS = 40_000;

/**
 * Notifies the owner of an application by e-mail that its endpoint was switched off, and stores the outcome. An endpoint
 * that is active again or removed needs no e-mail. If the SMTP server does not take the e-mail now, the activity fails and
 * is retried.
 */
export function createNotifyOwner(deps: ActivityDeps): Activities['tellOwner'] {
  return async ({ endpointId }) => {
    const endpoint = await deps.store.webhooks.get(endpointId);
    if (!endpoint?.switchedOff || endpoint.switchedOff.notice !== 'pending') return;
    const notice = await send(deps, endpoint, endpoint.switchedOff);
    await deps.store.webhookHealth.noteOwner(endpointId, endpoint.switchedOff, notice);
    if (notice !== 'sent')
      deps.log.warn({ endpointId, notice }, 'the owner of a disabled webhook endpoint could not be notified');
  };
}

async function send(
  { store, noticeMail }: ActivityDeps,
  endpoint: WebhookEndpoint,
  off: SwitchOff,
): Promise<OwnerNotice> {
  const application = await store.applications.get(scopeOf(endpoint.scope).applicationId);
  if (!application?.ownerEmail) return 'no_address';
  if (!noticeMail) return 'no_smtp';
  const message = {
    // The same for every repeat, so that a mailbox recognizes a duplicate.
    id: noticeIdOf(endpoint._id, off.at),
    notificationId: endpoint._id,
    contactId: null,
    to: application.ownerEmail,
    from: noticeMail.from,
    content: switchedOffMail(endpoint, off, application),
  };
  return noticeOf(await noticeMail.provider.send(message, AbortSignal.timeout(DEADLINE_MS)));
}

function noticeOf(result: SendResult): OwnerNotice {
  if (result.outcome === 'sent') return 'sent';
  if (result.outcome === 'permanent') return 'refused';
  // A code only: the server's answer may contain the address.
  throw ApplicationFailure.create({ message: result.code, type: 'OWNER_NOT_TOLD' });
}

import { ApplicationFailure } from '@temporalio/activity';
import type { Provider } from '../channels/provider';
import type { Channel } from '../core/channels';
import { SENSITIVE } from '../core/sensitive';
import { isSuppressible, suppressionWords } from '../core/suppression';
import { TemplateError } from '../core/templates/template-error';
import { BusyError } from '../rendering/fair-queue';
import type { Application } from '../store/applications';
import { VaultError } from '../core/vault';
import type { OpenNotification } from '../store/content';
import { openContent } from '../store/content';
import { suppressionOf } from '../store/suppress';
import type { Suppression } from '../store/suppressions';
import type { Notification, Rendered } from '../store/notification-model';
import type { DeliverResult } from '../workflows/activities-contract';
import { render } from './compose';
import type { Copies } from './copies';
import { copiesOf } from './copies';
import type { ActivityDeps } from './deps';
import { addressNow } from './devices';
import { digestOf } from './digest-of';
import { endErased } from './end-erased';
import { GONE } from './gone';
import { keepQuiet } from './keep-quiet';
import { move } from './move';
import type { NotPicked, Picked } from './pick-provider';
import { pickProvider } from './pick-provider';
import type { Sending } from './settle';
import { settle } from './settle';

/** What a claimed message is sent with, or what became of it before it could be. */
export type Prepared = Ready | { ended: DeliverResult };

export interface Ready {
  provider: Provider;
  picked: Picked;
  application: Application;
  address: string;
  rendered: Rendered;
  notification: OpenNotification;
  copies: Copies;
}

/** All that comes before the provider. What goes wrong here has sent nothing, so the claim is given back. */
export async function prepare(sending: Sending): Promise<Prepared> {
  const { deps, message } = sending;
  const { sensitive } = sending.notification;
  // A helper may quote the value that it fails on.
  const wordsOf = ({ message: words }: TemplateError): string =>
    sensitive ? `The template cannot be used with this payload: ${SENSITIVE}` : words;
  try {
    const notification = await withShared(deps, sending.notification);
    const { contact, application, event } = await sourcesOf(sending);
    if (notification.contactId !== null && (!contact || contact.erasingSince)) {
      await endErased(deps, notification, contact);
      return { ended: GONE };
    }
    const { channel } = message;
    const address = addressNow(message, contact);
    if (address === null) {
      const why =
        message.address === null
          ? 'The recipient could not be reached over any channel.'
          : 'The recipient has none of these devices any more.';
      return { ended: await settle(sending, { kind: 'failed', code: 'INVALID_RECIPIENT', message: why }) };
    }
    const suppressed =
      application && (await suppressionFor(deps, application, notification, channel, address));
    if (suppressed) {
      const why = suppressionWords(suppressed.reason, suppressed.createdAt);
      return { ended: await settle(sending, { kind: 'failed', code: 'SUPPRESSED', message: why }) };
    }
    const quiet = await keepQuiet(sending, event, contact);
    if (quiet) return { ended: quiet };
    if (!application) return { ended: await noProvider(sending) };
    const request = { application, environment: notification.environment, channel, address };
    const picked = await pickProvider(sending, request);
    if (picked.kind !== 'use') return { ended: await unpicked(sending, picked) };
    const provider = deps.providers.open(request, picked.candidate.id);
    const copies = await copiesOf(deps, notification, request, picked.candidate);
    const ready = { provider, picked, application, address, notification, copies };
    if (message.rendered) return { ...ready, rendered: message.rendered };
    if (!event) throw new TemplateError(`event ${notification.event} does not exist any more`);
    const digest = await digestOf(deps, notification);
    const sources = { notification, message, application, event, contact, digest };
    return { ...ready, rendered: await render(deps.renderer, sources) };
  } catch (error) {
    if (error instanceof TemplateError) {
      return {
        ended: await settle(sending, { kind: 'failed', code: 'TEMPLATE_ERROR', message: wordsOf(error) }),
      };
    }
    if (error instanceof BusyError) {
      const { retryAfterMs } = error;
      return { ended: await settle(sending, { kind: 'retry', code: 'TIMEOUT', retryAfterMs }) };
    }
    if (error instanceof ApplicationFailure) throw error;
    deps.log.error(
      { err: sensitive ? nameOf(error) : error, notificationId: sending.notification._id },
      'a send could not be prepared; it is tried again',
    );
    return { ended: await settle(sending, { kind: 'retry' }) };
  }
}

/** What becomes of a message that nobody sends now. */
function unpicked(sending: Sending, picked: NotPicked): Promise<DeliverResult> {
  switch (picked.kind) {
    case 'none':
      return noProvider(sending);
    case 'elsewhere':
      return move(sending, picked.queue);
    case 'wait':
      return settle(sending, { kind: 'retry', code: 'PROVIDER_ERROR', retryAfterMs: picked.ms });
  }
}

const noProvider = (sending: Sending): Promise<DeliverResult> => {
  const message = `No provider is set up for ${sending.message.channel}.`;
  return settle(sending, { kind: 'failed', code: 'NO_PROVIDER', message });
};

const suppressionFor = async (
  deps: ActivityDeps,
  application: Application,
  scope: Notification,
  channel: Channel,
  address: string,
): Promise<Suppression | null> =>
  isSuppressible(channel) ? suppressionOf(deps, application, { scope, channel, address }) : null;

/** The notification with what its array holds for all of its kind. */
async function withShared(
  { store, vault }: ActivityDeps,
  notification: Notification,
): Promise<OpenNotification> {
  if (notification.batchId === null) return { ...notification, ...openContent(vault, notification) };
  const batch = await store.batches.get(notification.batchId);
  if (!batch) throw new TemplateError('the payload of its array is gone');
  return { ...notification, ...openContent(vault, batch) };
}

/**
 * What a message is made of, as it is now: templates are read when their step runs, so a change made just before is in
 * it. A message that was rendered by an earlier attempt needs of the event its quiet hours only.
 */
async function sourcesOf({ deps, notification }: Sending) {
  const { store } = deps;
  const { contactId, applicationId } = notification;
  const [contact, application, event] = await Promise.all([
    contactId === null ? null : store.contacts.get(contactId),
    store.applications.get(applicationId),
    store.events.get(notification, notification.event),
  ]);
  return { contact, application, event };
}

/** What may be logged of an error about a sensitive event: the vault's own words, else its name. */
const nameOf = (error: unknown): string =>
  error instanceof VaultError ? error.message : error instanceof Error ? error.name : 'error';

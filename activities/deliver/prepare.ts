import type { Provider } from '../../channels/provider';
import type { EventDefinition } from '../../core/events/definition';
import { quietUntil } from '../../core/sending/quiet-hours';
import type { Contact } from '../../store/contacts/model';
import { countryProblem } from '../../core/caps/countries';
import { type LimitOn, limitsOn } from '../../core/caps/limits-on';
import { decide, isOfProvider, preferenceMessage } from '../../core/preferences/decide';
import { categoriesIn, wishOf } from '../../core/preferences/wish';
import { SENSITIVE } from '../../core/sending/sensitive';
import { TemplateError } from '../../core/events/templates/template-error';
import type { Origins } from '../../core/tenants/origin-text';
import { integrationOrigin } from '../../core/tenants/integrations';
import { composeMessage, type MessageOrigins } from '../../rendering/compose-message';
import { BusyError } from '../../rendering/fair-queue';
import type { Application } from '../../store/accounts/applications';
import { VaultError } from '../../core/shared/vault';
import type { OpenNotification } from '../../store/notifications/content';
import type { Rendered } from '../../store/notifications/model';
import type { Settlement } from '../../store/notifications/outcome-change';
import type { WebhookEndpoint } from '../../store/webhooks/endpoints';
import { type Copies, copiesOf } from './copies';
import { contactZone } from '../contact-zone';
import { addressNow } from './devices';
import { digestOf } from '../digests/digest-of';
import { heldByItsEvent } from './hold';
import { linkSource } from './links';
import { type Picked, noProvider, pickProvider } from './pick-provider';
import type { Erased, Sending } from './sending';
import { sourcesOf } from './sources';
import { suppressionFailure } from './suppression-failure';

/** What a message is sent with. */
export interface Ready {
  kind: 'ready';
  provider: Provider;
  picked: Picked;
  application: Application;
  address: string;
  rendered: Rendered;
  /** Where its values come from; absent: the notification has no tenant. */
  origins?: Origins;
  notification: OpenNotification;
  /** As it was read for this attempt. */
  contact: Contact | null;
  copies: Copies;
  /** The limits that apply to it. */
  limits: LimitOn[];
  /** The scope's webhook endpoint. */
  endpoint: WebhookEndpoint | null;
}

/** Does everything that comes before the provider's call. Returns what the attempt came to if it ends here. */
export async function prepare(sending: Sending): Promise<Ready | Settlement | Erased> {
  const { deps, message } = sending;
  const { sensitive } = sending.notification;
  try {
    const { notification, contact, application, tenant, event, endpoint } = await sourcesOf(sending);
    if (notification.contactId !== null && (!contact || contact.erasingSince))
      return { kind: 'erased', contact };
    const held = heldByItsEvent(sending, application);
    if (held) return held;
    const { channel } = message;
    const address = await addressNow(sending, contact);
    if (address === null) {
      const why =
        message.address === null
          ? 'The recipient could not be reached over any channel.'
          : 'The recipient no longer has any of these devices.';
      return { kind: 'failed', code: 'INVALID_RECIPIENT', message: why };
    }
    const categories = categoriesIn(application, notification);
    const wish = wishOf({ event, contact, categories, channel });
    const decision = decide(wish);
    const suppression = () =>
      suppressionFailure(deps, application, { scope: notification, channel, address });
    if (!decision.on) {
      const message = preferenceMessage(decision, wish);
      // The provider refuses the address too, which a changed preference would not lift (PREFERENCE-53).
      const suppressed = isOfProvider(decision) ? await suppression() : null;
      if (suppressed) return { ...suppressed, message: `${suppressed.message} ${message}` };
      return { kind: 'failed', code: 'PREFERENCE', message };
    }
    const abroad = countryProblem(application?.smsCountries, { channel, address });
    if (abroad !== null) return { kind: 'failed', code: 'COUNTRY_NOT_ALLOWED', message: abroad };
    const suppressed = await suppression();
    if (suppressed) return suppressed;
    const until = notification.skipWaits ? null : quietEnd(sending, event, contact);
    if (until !== null) return { kind: 'released', until };
    if (!application) return noProvider(channel);
    const request = { application, environment: notification.environment, channel, address };
    const { tenant: tenantId } = notification;
    // Neither its sender nor its brand may be replaced with another one's (TENANT-9).
    if (tenantId !== undefined && !tenant) throw new TemplateError(`tenant ${tenantId} no longer exists`);
    const picked = await pickProvider(sending, request);
    if (picked.kind !== 'use') return picked;
    const provider = deps.providers.open(request, picked.candidate.id);
    const copies = await copiesOf(deps, notification, request, picked.candidate, message.copiesSent);
    const limits = limitsOn({ limits: application.limits ?? [], event, categories, channel });
    const parts = { limits, provider, picked, application, address, notification, contact, copies, endpoint };
    const ready = { kind: 'ready', ...parts } as const;
    const { integrations = [] } = application;
    const from = (made: MessageOrigins | undefined): Pick<Ready, 'origins'> =>
      tenant && made
        ? {
            origins: {
              ...{ sender: made.sender, brand: made.brand },
              integration: integrationOrigin(picked.candidate, { tenant, integrations, channel }),
            },
          }
        : {};
    if (message.rendered) {
      const earlier = message.attempts.findLast(({ origins }) => origins)?.origins;
      return { ...ready, rendered: message.rendered, ...from(earlier) };
    }
    if (!event) throw new TemplateError(`event ${notification.event} no longer exists`);
    const digest = await digestOf(deps, notification);
    const links = linkSource(deps, { application, event, notification });
    const sources = { notification, message, application, tenant, event, contact, digest, links };
    const { origins, ...rendered } = await composeMessage(deps.renderer, sources);
    return { ...ready, rendered, ...from(origins) };
  } catch (error) {
    if (error instanceof TemplateError) {
      // A helper of the template may quote the value that it fails on.
      const why = sensitive ? `The template cannot be used with this payload: ${SENSITIVE}` : error.message;
      return { kind: 'failed', code: 'TEMPLATE_ERROR', message: why };
    }
    if (error instanceof BusyError)
      return { kind: 'retry', code: 'TIMEOUT', retryAfterMs: error.retryAfterMs };
    deps.log.error(
      {
        err: sensitive ? nameOf(error) : error,
        notificationId: sending.notification._id,
        messageId: message.id,
      },
      'a send could not be prepared; it is retried',
    );
    return { kind: 'retry' };
  }
}

/** Returns when the quiet hours of a channel end, milliseconds since 1970; null outside them. */
function quietEnd(
  { deps, notification, message: { channel } }: Sending,
  event: EventDefinition | null,
  contact: Contact | null,
): number | null {
  const hours = event?.quietHours;
  if (!hours || hours.channels?.includes(channel) === false) return null;
  return quietUntil(hours, contactZone(deps, notification._id, contact), deps.store.now().getTime());
}

/** Returns what may be logged of an error about a sensitive event: the vault's own message, or its name. */
const nameOf = (error: unknown): string =>
  error instanceof VaultError ? error.message : error instanceof Error ? error.name : 'error';

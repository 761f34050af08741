import { addressOf } from '../../core/contacts/fields';
import { type Category, inOrder } from '../../core/preferences/category';
import { applicationOfToken, type LinkFacts, openToken } from '../../core/preferences/token';
import { categoriesIn } from '../../core/preferences/wish';
import type { Brand } from '../../core/sending/brand-shape';
import { type Channel, CHANNELS } from '../../core/shared/channels';
import type { Application } from '../../store/accounts/applications';
import type { Contact } from '../../store/contacts/model';
import { openLinkKey } from '../../store/preferences/link-key';
import type { ApiDeps } from '../deps';

/** What a link leads to. */
export interface Link {
  facts: LinkFacts;
  application: Application;
  contact: Contact;
  /** In the order of lists. */
  categories: Category[];
  /** Those that the contact has an address on, and that of the link. */
  channels: Channel[];
}

type Deps = Pick<ApiDeps, 'store' | 'cached' | 'vault'>;

/** Opens the token of a link. `wrong`: this service did not make it. `gone`: its contact no longer exists. */
export async function openLink(
  { store, cached, vault }: Deps,
  token: string,
): Promise<Link | 'wrong' | 'gone'> {
  const id = applicationOfToken(token);
  const known = id === null ? null : await cached.application(id);
  // The first message with a link makes the key.
  const application = id === null || known?.linkKey ? known : await store.applications.get(id);
  const key = application && openLinkKey(vault, application);
  const facts = key && openToken(key, token);
  if (!facts) return 'wrong';
  const contact = await store.contacts.get(facts.contactId);
  const isOurs = contact?.applicationId === application._id && contact.environment === facts.environment;
  if (!contact || !isOurs || contact.erasingSince) return 'gone';
  return {
    ...{ facts, application, contact, categories: inOrder(categoriesIn(application, facts)) },
    channels: CHANNELS.filter((channel) => channel === facts.channel || addressOf(contact, channel) !== null),
  };
}

/** Returns the brands of a link: of the tenant in whose name the message was sent, then of the application. */
export async function brandsOf(
  { store, cached }: Pick<Deps, 'store' | 'cached'>,
  { facts, application }: Link,
): Promise<Brand[]> {
  const notification = await store.notifications.get(facts.notificationId);
  const tenantId = notification?.applicationId === application._id ? notification.tenant : undefined;
  const tenant = tenantId === undefined ? null : await cached.tenant(application._id, tenantId);
  return [...(tenant ? [tenant.brand] : []), application.brand];
}

import { ENVIRONMENTS, type Environment } from '../../../core/shared/channels';
import { isIdStart } from '../../../core/shared/ids';
import type { Application } from '../../../store/accounts/applications';
import type { Contact } from '../../../store/contacts/model';
import type { Notification } from '../../../store/notifications/model';
import type { Store } from '../../../store/store';
import { identifierKeys } from '../../contacts/find';

/** Whom or what somebody asks for. */
export interface Asked {
  contacts: Contact[];
  /** Set if it is the beginning of a notification's id. */
  notifications: Notification[];
}

/** Finds who is asked for in some applications: by an identifier, else by the beginning of a notification's or contact's id. */
export async function findAsked(
  store: Store,
  applications: Application[],
  { who, environment }: { who: string; environment?: Environment },
): Promise<Asked> {
  const scopes = applications.flatMap(({ _id: applicationId }) =>
    ENVIRONMENTS.filter((one) => environment === undefined || one === environment).map((one) => ({
      applicationId,
      environment: one,
    })),
  );
  const isAsked = (of: { applicationId: string; environment: Environment }): boolean =>
    scopes.some((one) => one.applicationId === of.applicationId && one.environment === of.environment);
  const keys = scopes.flatMap((scope) => identifierKeys(scope, who));
  const contacts = keys.length > 0 ? await store.contacts.findByKeys(keys) : [];
  if (contacts.length > 0 || !isIdStart(who)) return { contacts, notifications: [] };
  const start = who.toLowerCase();
  const notifications = (await store.notifications.startingWith(start, MOST)).filter(isAsked);
  if (notifications.length > 0) return { contacts: [], notifications };
  return { contacts: (await store.contacts.startingWith(start, MOST)).filter(isAsked), notifications: [] };
}

/** So many of what begins alike are looked at. */
const MOST = 10;

import type { EventDefinition } from '../../core/events/definition';
import { isOneClick } from '../../core/preferences/bulk';
import { linksOf } from '../../core/preferences/links';
import { makeToken } from '../../core/preferences/token';
import { categoriesIn } from '../../core/preferences/wish';
import type { LinkSource } from '../../rendering/compose-message';
import type { Application } from '../../store/accounts/applications';
import type { Notification } from '../../store/notifications/model';
import { makeLinkKey } from '../../store/preferences/link-key';
import type { ActivityDeps } from '../deps';

interface Of {
  application: Application;
  event: EventDefinition;
  notification: Pick<Notification, '_id' | 'environment' | 'contactId'>;
}

/** Returns the links of a message. Only the first link of an application costs a query: it makes the key. */
export const linkSource = (
  deps: Pick<ActivityDeps, 'store' | 'vault' | 'linkUrl' | 'bounceDomain'>,
  { application, event, notification }: Of,
): LinkSource => ({
  isOneClick: isOneClick(event, categoriesIn(application, notification)),
  make: async (channel) => {
    const { linkUrl: publicUrl, bounceDomain } = deps;
    const { _id: notificationId, environment, contactId } = notification;
    if (publicUrl === undefined || contactId === null) return null;
    const key = await makeLinkKey(deps, application);
    if (!key) return null;
    const category = event.category ?? null;
    const facts = { environment, contactId, notificationId, channel, category };
    return linksOf({ publicUrl, mailDomain: bounceDomain }, makeToken(key, application._id, facts), channel);
  },
});

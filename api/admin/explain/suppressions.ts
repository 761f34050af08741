import pMap from 'p-map';
import { suppressibleAddresses, suppressionMessage } from '../../../core/receipts/suppression';
import type { Application } from '../../../store/accounts/applications';
import type { Contact } from '../../../store/contacts/model';
import { inOrder } from '../../../store/suppressions/reasons';
import { suppressionOf } from '../../../store/suppressions/suppress';
import type { ApiDeps } from '../../deps';
import type { StoryEntry } from './entry';

/** Maximum number of concurrent look-ups. */
const AT_ONCE = 5;

/** Returns the suppressions of somebody's addresses as they are now. */
export async function suppressionsOf(
  deps: ApiDeps,
  applications: Application[],
  contacts: Contact[],
): Promise<StoryEntry[]> {
  const addresses = contacts.flatMap((contact) => {
    const application = applications.find(({ _id }) => _id === contact.applicationId);
    if (!application?.suppressionKey) return [];
    return suppressibleAddresses(contact).map((of) => ({ application, scope: contact, ...of }));
  });
  const found = await pMap(
    addresses,
    async ({ application, ...of }) => ({ of, suppression: await suppressionOf(deps, application, of) }),
    { concurrency: AT_ONCE },
  );
  return found.flatMap(({ of, suppression }) =>
    suppression
      ? inOrder(suppression.reasons).map(([reason, { since, detail, notificationId }]) => ({
          at: since.toISOString(),
          kind: 'skipped' as const,
          code: 'SUPPRESSED',
          text: `${of.address} is suppressed for ${of.channel}. ${suppressionMessage(reason, since)}${detail === null ? '' : ` (${detail})`}`,
          quote: null,
          notification_id: notificationId,
          event: null,
        }))
      : [],
  );
}

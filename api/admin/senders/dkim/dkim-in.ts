import { type DkimKey, keysOfDomain } from '../../../../core/sending/dkim/key';
import type { Sender } from '../../../../core/sending/sender-type';
import type { Application } from '../../../../store/accounts/applications';
import type { Store } from '../../../../store/store';
import { ApiError } from '../../../http/api-error';
import { applicationIn } from '../../applications/application-in';
import { domainOfSender, SENDERS, senderOf } from '../sender-in';

export const DKIM = `${SENDERS}/:id/dkim` as const;
/** One key. */
export const DKIM_KEY = `${DKIM}/:selector` as const;

/** A sender and the domain that its keys are of. */
export interface DkimDomain {
  application: Application;
  sender: Sender;
  domain: string;
}

/** Returns the sender that a path names, with its domain. */
export async function domainIn(
  store: Store,
  call: { params: { app: string; id: string } },
): Promise<DkimDomain> {
  const application = await applicationIn(store, call);
  const sender = senderOf(application, call.params.id);
  const domain = domainOfSender(sender);
  if (domain !== null) return { application, sender, domain };
  throw new ApiError(
    'VALIDATION_ERROR',
    'Only a domain or an e-mail address has DKIM keys. This sender is neither.',
  );
}

/** Returns the key that a path names. */
export async function keyIn(
  store: Store,
  call: { params: { app: string; id: string; selector: string } },
): Promise<DkimDomain & { key: DkimKey }> {
  const found = await domainIn(store, call);
  const { selector } = call.params;
  const key = keysOfDomain(found.application.dkim, found.domain).find((one) => one.selector === selector);
  if (key) return { ...found, key };
  throw new ApiError('DKIM_KEY_NOT_FOUND', `The domain ${found.domain} has no DKIM key of this selector.`);
}

import { domainOf } from '../../../core/contacts/email-address';
import type { Sender } from '../../../core/sending/sender-type';
import type { Application } from '../../../store/accounts/applications';
import { ApiError } from '../../http/api-error';

export const SENDERS = '/admin/v1/applications/:app/senders';

/** Returns the sender of an application that `id` names. */
export function senderOf({ senders }: Pick<Application, 'senders'>, id: string): Sender {
  const sender = senders.find((one) => one.id === id);
  if (sender) return sender;
  throw new ApiError('SENDER_NOT_FOUND', 'This application has no sender with this id.');
}

/** Returns the domain of its e-mail. Null if it sends none. */
export function domainOfSender({ type, value }: Pick<Sender, 'type' | 'value'>): string | null {
  if (type === 'domain') return value;
  return type === 'email' ? domainOf(value) : null;
}

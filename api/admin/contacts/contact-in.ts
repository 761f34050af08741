import type { z } from 'zod';
import type { environmentQuery } from '../../../core/schemas/contact';
import type { Contact } from '../../../store/contacts/model';
import { findContact } from '../../contacts/find';
import type { ApiDeps } from '../../deps';
import type { AdminCall } from '../../http/call';
import { applicationIn } from '../applications/application-in';

export const CONTACTS = '/admin/v1/applications/:app/contacts';
export const CONTACT = `${CONTACTS}/:identifier` as const;
export const missingContact = ['APPLICATION_NOT_FOUND', 'CONTACT_NOT_FOUND'] as const;

/** Returns the contact that a request's path names. */
export async function contactIn(
  call: AdminCall<{ app: string; identifier: string }, z.output<typeof environmentQuery>, unknown>,
  { store }: Pick<ApiDeps, 'store'>,
  find = findContact,
): Promise<Contact> {
  const { _id: applicationId } = await applicationIn(store, call);
  return find(store, { applicationId, ...call.query }, call.params.identifier);
}

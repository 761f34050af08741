import { MAX_ADDRESSES } from '../../core/contact-fields';
import type { ContactInput } from '../../core/contact-input';
import { identifiersIn } from '../../core/contact-input';
import { isIdentifying } from '../../core/contact-keys';
import type { Scope } from '../../core/scope';
import type { Contact } from '../../store/contact-model';
import type { Store } from '../../store/store';
import { ApiError } from '../api-error';
import type { Owners } from './resolve-contact';
import { commitContact } from './commit-contacts';
import { conflictOf, findOwners, ownerOf, planContact } from './resolve-contact';

const FIELD = { external_id: 'external_id', email: 'email', phone: 'phone' } as Record<string, string>;

/**
 * Creates or updates a contact (interface 4.5 and 4.7). `target` is the contact that a PATCH names; without it any
 * identifier of the input finds one.
 */
export async function saveContact(
  store: Store,
  scope: Scope,
  input: ContactInput,
  target?: () => Promise<Contact>,
): Promise<Contact> {
  for (;;) {
    const [owners, named] = await Promise.all([findOwners(store, scope, input), target?.()]);
    const owner = named ?? ownerOf(owners, input);
    refuseConflict(owners, input, owner);
    if (owner) {
      refuseBeyond('email', 'e-mail addresses', owner.emails, input.email);
      refuseBeyond('phone', 'phone numbers', owner.phones, input.phone);
    }
    const plan = planContact(scope, owners, owner, input);
    const identified = named
      ? isIdentified(plan.contact) || !isIdentified(named)
      : identifiersIn(input).some(isIdentifying);
    if (!identified) {
      throw new ApiError('VALIDATION_ERROR', 'A contact needs at least one of email, phone, external_id.', {
        field: 'email',
      });
    }
    if (await commitContact(store, plan)) return plan.contact;
  }
}

/** A send may make a contact of a Slack member id alone; such a one has nothing that a PATCH could take away. */
const isIdentified = ({ emails, phones, externalId }: Contact): boolean =>
  emails.length > 0 || phones.length > 0 || externalId !== null;

function refuseConflict(owners: Owners, input: ContactInput, owner: Contact | null): void {
  const conflict = conflictOf(owners, input, owner);
  if (!conflict) return;
  const field = FIELD[conflict.kind] ?? conflict.kind;
  throw new ApiError('CONTACT_CONFLICT', `${field} belongs to another contact.`, { field });
}

/** A send lets the oldest go instead, for it must not fail by what earlier ones have added. */
function refuseBeyond(field: string, what: string, has: string[], added: string | null | undefined): void {
  if (!added || has.length < MAX_ADDRESSES || has.includes(added)) return;
  const message = `${field}: a contact may have ${MAX_ADDRESSES} ${what} at most; clear them with PATCH and {"${field}":null}, then add this one.`;
  throw new ApiError('VALIDATION_ERROR', message, { field });
}

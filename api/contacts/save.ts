import { emailKey } from '../../core/contacts/email-address';
import { MAX_ADDRESSES, MAX_PUSH_TOKENS } from '../../core/contacts/fields';
import { type ContactInput, identifiersIn } from '../../core/contacts/input';
import { isIdentifying } from '../../core/contacts/keys';
import type { Scope } from '../../core/shared/scope';
import type { Contact } from '../../store/contacts/model';
import type { Store } from '../../store/store';
import { nameGiven } from '../../core/schemas/aliases';
import { ApiError } from '../http/api-error';
import { type Owners, conflictOf, findOwners, ownerOf, planContact } from './resolve';
import { commitContact } from './commit';

/**
 * Creates or updates a contact (CONTACT-10, CONTACT-23). `target` returns the contact that a PATCH names. Without it, any
 * identifier of the input finds one. A refusal names fields as `body` spells them.
 */
export async function saveContact(
  store: Store,
  scope: Scope,
  { input, body }: { input: ContactInput; body: unknown },
  target?: () => Promise<Contact>,
): Promise<Contact> {
  const given = (field: string): string => String(nameGiven(body, field));
  for (;;) {
    const [owners, named] = await Promise.all([findOwners(store, scope, input), target?.()]);
    const owner = named ?? ownerOf(owners, input);
    refuseConflict(owners, input, owner, given);
    if (owner) {
      refuseBeyond('email', 'e-mail addresses', owner.emails, input.email);
      refuseBeyond('phone', 'phone numbers', owner.phones, input.phone);
      refuseTokensBeyond(owner.pushTokens, input.pushTokens ?? [], given('push_tokens'));
    }
    const plan = planContact(scope, owners, owner, input, { registeredAt: store.now() });
    const identified = named
      ? isIdentified(plan.contact) || !isIdentified(named)
      : identifiersIn(input).some(isIdentifying);
    if (!identified) {
      const message = 'A contact needs at least one of email, phone, external_id.';
      throw new ApiError('VALIDATION_ERROR', message, { field: 'email' });
    }
    if (await commitContact(store, plan)) return plan.contact;
  }
}

/** False for a contact that a send created from a Slack member id alone. A PATCH cannot take anything away from it. */
const isIdentified = ({ emails, phones, externalId }: Contact): boolean =>
  emails.length > 0 || phones.length > 0 || externalId !== null;

function refuseConflict(
  owners: Owners,
  input: ContactInput,
  owner: Contact | null,
  given: (field: string) => string,
): void {
  const conflict = conflictOf(owners, input, owner);
  if (!conflict) return;
  const field = given(conflict.kind);
  throw new ApiError('CONTACT_CONFLICT', `${field} belongs to another contact.`, { field });
}

/** Refuses an address beyond the limit. A send drops the oldest instead, because earlier sends must not make it fail. */
function refuseBeyond(field: string, what: string, has: string[], added: string | null | undefined): void {
  if (!added || has.length < MAX_ADDRESSES || has.some((one) => emailKey(one) === emailKey(added))) return;
  const message = `${field}: a contact may have ${MAX_ADDRESSES} ${what} at most; clear them with PATCH and {"${field}":null}, then add this one.`;
  throw new ApiError('VALIDATION_ERROR', message, { field });
}

function refuseTokensBeyond(has: string[], added: string[], field: string): void {
  if (added.every((token) => has.includes(token)) || new Set([...has, ...added]).size <= MAX_PUSH_TOKENS)
    return;
  const message = `${field}: a contact may have ${MAX_PUSH_TOKENS} push tokens at most; remove some first.`;
  throw new ApiError('VALIDATION_ERROR', message, { field });
}

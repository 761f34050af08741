import { ADDRESS_FORMS, type AddressField, comparedAs } from '../../core/contacts/address-forms';
import { MAX_ADDRESSES, MAX_PUSH_TOKENS, valuesOf } from '../../core/contacts/fields';
import { type ContactInput, identifiersIn } from '../../core/contacts/input';
import { isIdentifying } from '../../core/contacts/keys';
import { CONTACT_FIELDS, type ContactField, fieldsWith } from '../../core/contacts/rows';
import type { Scope } from '../../core/shared/scope';
import type { Contact } from '../../store/contacts/model';
import type { Store } from '../../store/store';
import { nameGiven } from '../../core/contacts/aliases';
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
      for (const row of fieldsWith('holds', 'newest')) refuseBeyond(row, owner[row.field], input[row.one]);
      refuseTokensBeyond(owner.pushTokens, input.pushTokens ?? [], given('push_tokens'));
    }
    const plan = planContact(scope, owners, owner, input, { registeredAt: store.now() });
    const identified = named
      ? isIdentified(plan.contact) || !isIdentified(named)
      : identifiersIn(input).some(isIdentifying);
    if (!identified) {
      const names = IDENTIFYING.map(({ wire }) => wire);
      const message = `A contact needs at least one of ${names.join(', ')}.`;
      throw new ApiError('VALIDATION_ERROR', message, { field: names[0] });
    }
    if (await commitContact(store, plan)) return plan.contact;
  }
}

/** False for a contact that a send created from a Slack member id alone. A PATCH cannot take anything away from it. */
const isIdentified = (contact: Contact): boolean =>
  IDENTIFYING.some(({ field }) => valuesOf(contact, field).length > 0);

const IDENTIFYING = CONTACT_FIELDS.filter(({ identifies }) => identifies !== undefined);

function refuseConflict(
  owners: Owners,
  input: ContactInput,
  owner: Contact | null,
  given: (field: string) => string,
): void {
  const conflict = conflictOf(owners, input, owner);
  if (!conflict) return;
  const field = given(conflict.kind);
  throw ApiError.of('CONTACT_CONFLICT', [field], { field });
}

/** Refuses an address beyond the limit. A send drops the oldest instead, because earlier sends must not make it fail. */
function refuseBeyond(
  { field: name, wire: field, label }: ContactField<AddressField>,
  has: string[],
  added: string | null | undefined,
): void {
  const keyOf = (address: string): string => comparedAs(ADDRESS_FORMS[name], address);
  if (!added || has.length < MAX_ADDRESSES || has.some((one) => keyOf(one) === keyOf(added))) return;
  const message = `${field}: a contact can have at most ${MAX_ADDRESSES} ${label.toLowerCase()}. Clear them with PATCH and {"${field}":null}, then add this one.`;
  throw new ApiError('VALIDATION_ERROR', message, { field });
}

function refuseTokensBeyond(has: string[], added: string[], field: string): void {
  if (added.every((token) => has.includes(token)) || new Set([...has, ...added]).size <= MAX_PUSH_TOKENS)
    return;
  const message = `${field}: a contact can have at most ${MAX_PUSH_TOKENS} push tokens. Remove some first.`;
  throw new ApiError('VALIDATION_ERROR', message, { field });
}

import { suppressibleAddresses } from '../../core/sending/reach';
import type { Reach } from '../../core/sending/routing';
import type { Contact } from '../../store/contacts/model';
import { suppressedAmong } from '../../store/suppressions/suppress';
import { contactsByKey, keysOfInput } from '../contacts/resolve';
import type { SendDeps } from '../deps';
import type { Principal } from '../http/middleware/authenticate';
import type { Target } from './order';

/** What is stored of the recipients of one plan. */
export interface KnownRecipients {
  /** Contacts by each key that they own. */
  contacts: Map<string, Contact>;
  isSuppressed: Reach['isSuppressed'];
  /** Time of the database's clock. */
  now: Date;
}

/** Reads what is stored of recipients, with one look-up of their contacts and one of their suppressed addresses. */
export async function readRecipients(
  deps: SendDeps,
  { scope, application }: Principal,
  targets: Target[],
): Promise<KnownRecipients> {
  const { store } = deps;
  const keys = targets.flatMap(({ recipient }) =>
    recipient.kind === 'contact' ? keysOfInput(scope, recipient.input, recipient.uuid) : [],
  );
  const found = keys.length > 0 ? await store.contacts.findByKeys([...new Set(keys)]) : [];
  const now = store.now();
  const named = targets.flatMap(({ recipient }) =>
    recipient.kind === 'contact' ? { to: recipient.to, contact: null } : [],
  );
  const addresses = [...named, ...found.map((contact) => ({ to: {}, contact }))].flatMap((one) =>
    suppressibleAddresses(one).map((address) => ({ scope, ...address })),
  );
  const isSuppressed = await suppressedAmong(deps, application, addresses);
  return { contacts: contactsByKey(found), isSuppressed, now };
}

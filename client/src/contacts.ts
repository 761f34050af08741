import { queryOf } from './pages';
import { type Call, segment } from './request';
import type {
  Contact,
  ContactChanges,
  ContactList,
  ContactRequest,
  Preferences,
  PreferencesRequest,
} from './types';

export interface ListContactsOptions {
  /** Number of contacts of a page, at most 100. @default 50 */
  limit?: number;
  /** Contacts to skip. @default 0 */
  offset?: number;
  /** Prefix of a name, e-mail address, phone number or external id. */
  search?: string;
}

/** Contacts of a page of `all`. */
const PAGE = 100;

/** `identifier` is a uuid, an external id, an e-mail address, a phone number or a Slack member id, not URL-encoded. */
export function createContacts(call: <T>(one: Call) => Promise<T>) {
  const path = (identifier: string): string => `/v1/contacts/${segment('identifier', identifier)}`;
  const list = async (options: ListContactsOptions = {}): Promise<ContactList> =>
    (await call<{ data: ContactList }>({ method: 'GET', path: `/v1/contacts${queryOf(options)}` })).data;
  const contact = async (one: Call): Promise<Contact> => (await call<{ contact: Contact }>(one)).contact;
  const preferences = async (one: Omit<Call, 'path'>, identifier: string): Promise<Preferences> =>
    (await call<{ preferences: Preferences }>({ ...one, path: `${path(identifier)}/preferences` }))
      .preferences;
  return {
    get: (identifier: string): Promise<Contact> => contact({ method: 'GET', path: path(identifier) }),

    /** Creates a contact, or updates the one that has one of the identifiers. */
    upsert: (body: ContactRequest): Promise<Contact> =>
      contact({ method: 'POST', path: '/v1/contacts', body }),

    /** Changes the given fields. Null clears a field. */
    update: (identifier: string, body: ContactChanges): Promise<Contact> =>
      contact({ method: 'PATCH', path: path(identifier), body }),

    /** Erases a contact and all its data. */
    delete: async (identifier: string): Promise<void> => {
      await call({ method: 'DELETE', path: path(identifier) });
    },

    list,

    /**
     * Yields every contact, newest first, page after page. One may come twice if contacts are created at the same time. The
     * service lists at most 10,100: to go further, narrow the list.
     */
    async *all({ search }: Pick<ListContactsOptions, 'search'> = {}): AsyncGenerator<
      Contact,
      void,
      undefined
    > {
      for (let offset = 0; ;) {
        const { contacts, total } = await list({ limit: PAGE, offset, search });
        yield* contacts;
        offset += contacts.length;
        if (contacts.length === 0 || offset >= total) return;
      }
    },

    /** What a contact has switched on and off, and what follows from it. */
    preferences: {
      get: (identifier: string): Promise<Preferences> => preferences({ method: 'GET' }, identifier),
      /** Changes the choices that are given, and no others. Null takes one back. */
      update: (identifier: string, body: PreferencesRequest): Promise<Preferences> =>
        preferences({ method: 'PATCH', body }, identifier),
      /** Replaces all choices. Those that are not given are taken back. */
      replace: (identifier: string, body: PreferencesRequest): Promise<Preferences> =>
        preferences({ method: 'PUT', body }, identifier),
    },

    /** Device tokens of the channel `push`. */
    pushTokens: {
      add: (identifier: string, token: string): Promise<Contact> =>
        contact({ method: 'POST', path: `${path(identifier)}/push-tokens`, body: { token } }),
      remove: (identifier: string, token: string): Promise<Contact> =>
        contact({ method: 'DELETE', path: `${path(identifier)}/push-tokens`, body: { token } }),
    },
  };
}

import { listContacts } from './contacts/list';
import { deleteContact, getContact, updateContact, upsertContact } from './contacts/one';
import { addToken, removeToken } from './contacts/push-tokens';
import type { Route } from './http/route';

/** The routes under /v1. What is listed exists, is documented, guarded and typed. */
export const publicRoutes: readonly Route[] = [
  ...[listContacts, upsertContact, getContact, updateContact, deleteContact, addToken, removeToken],
];

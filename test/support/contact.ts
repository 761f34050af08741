import { randomUUID } from 'node:crypto';
import type { Answer } from './http-api';
import type { Stack } from './stack';

/** A contact as the routes of contacts answer it. */
export interface Contact {
  uuid: string;
  emailAddresses: string[];
  phoneNumbers: string[];
  name: string | null;
  firstName: string | null;
  lastName: string | null;
  externalId: string | null;
  avatar: string | null;
  username: string | null;
  slack: string | null;
  meta: Record<string, unknown>;
}

export type ContactAnswer = Answer<{ success: boolean; contact: Contact }>;

export const newExternalId = (): string => `user-${randomUUID()}`;
export const newSlackMember = (): string => `U${randomUUID().replaceAll('-', '').toUpperCase()}`;

/** The routes of contacts, as a caller uses them. */
export function contactsOf(stackOf: () => Stack) {
  const pathOf = (identifier: string): string => `/v1/contacts/${encodeURIComponent(identifier)}`;
  return {
    pathOf,
    post: (body: unknown): Promise<ContactAnswer> => stackOf().production.post('/v1/contacts', body),
    get: (identifier: string): Promise<ContactAnswer> => stackOf().production.get(pathOf(identifier)),
    patch: (identifier: string, body?: unknown): Promise<ContactAnswer> =>
      stackOf().production.request('PATCH', pathOf(identifier), body),
  };
}

/** The contact of an answer that must be a success. */
export async function contactOf(answer: Promise<ContactAnswer>): Promise<Contact> {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { success: true, contact: expect.any(Object) },
  });
  return body.contact;
}

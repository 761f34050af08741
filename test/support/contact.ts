import type { Answer } from './http-api';

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

import { type ContactFields, MAX_ADDRESSES, MAX_PUSH_TOKENS } from './fields';
import type { Identifier } from './keys';
import { RESERVED_KEYS, reservedIn, reservedMetadata } from './reserved-metadata';

/** Changes to a contact, normalised: absent keeps, null clears. */
export interface ContactInput {
  email?: string | null;
  phone?: string | null;
  externalId?: string | null;
  name?: string | null;
  avatar?: string | null;
  username?: string | null;
  slack?: string | null;
  /** Tokens to add. */
  pushTokens?: string[] | null;
  /** Null under a reserved key clears that. */
  meta?: Record<string, unknown> | null;
}

export interface ContactState extends ContactFields {
  meta: Record<string, unknown>;
}

export const EMPTY_CONTACT: ContactState = {
  emails: [],
  phones: [],
  name: null,
  externalId: null,
  avatar: null,
  username: null,
  slack: null,
  telegram: null,
  discord: null,
  pushTokens: [],
  language: null,
  timezone: null,
  meta: {},
};

/** The identifiers that an input carries. */
export function identifiersIn(input: ContactInput): Identifier[] {
  const found: Identifier[] = [];
  if (input.externalId) found.push({ kind: 'external_id', value: input.externalId });
  if (input.email) found.push({ kind: 'email', value: input.email });
  if (input.phone) found.push({ kind: 'phone', value: input.phone });
  if (input.slack) found.push({ kind: 'slack', value: input.slack });
  for (const kind of ['telegram', 'discord'] as const) {
    const value = reservedIn(input.meta ?? {}, kind);
    if (value !== null) found.push({ kind, value });
  }
  for (const value of input.pushTokens ?? []) found.push({ kind: 'push', value });
  return found;
}

/**
 * A contact with an input applied. A new address goes to the front and the older ones stay, 50 in all (CONTACT-3,
 * CONTACT-4). `meta` is merged (METADATA-4), its reserved keys are read, null clears. Identifiers that `mayClaim`
 * denies are left out, because they are someone else's.
 */
export function applyInput(
  current: ContactState,
  input: ContactInput,
  mayClaim: (identifier: Identifier) => boolean = () => true,
): ContactState {
  const next: ContactState = { ...current };
  next.emails = withFirst(current.emails, input.email, (value) => mayClaim({ kind: 'email', value }));
  next.phones = withFirst(current.phones, input.phone, (value) => mayClaim({ kind: 'phone', value }));
  if (input.externalId !== undefined && allowed('external_id', input.externalId))
    next.externalId = input.externalId;
  for (const field of ['name', 'avatar', 'username', 'slack'] as const) {
    const value = input[field];
    if (value !== undefined) next[field] = value;
  }
  if (input.pushTokens === null) next.pushTokens = [];
  else if (input.pushTokens) next.pushTokens = withTokens(current.pushTokens, input.pushTokens);
  if (input.meta === null) next.meta = {};
  else if (input.meta) next.meta = mergedMeta(current.meta, input.meta);
  return { ...next, ...reservedMetadata(next.meta, current) };

  function allowed(kind: Identifier['kind'], value: string | null): boolean {
    return value === null || mayClaim({ kind, value });
  }
}

function mergedMeta(
  current: Record<string, unknown>,
  added: Record<string, unknown>,
): Record<string, unknown> {
  const merged = { ...current, ...added };
  for (const key of RESERVED_KEYS) if (merged[key] === null) delete merged[key];
  return merged;
}

/** Puts an address to the front; past the most that a contact keeps the oldest goes. */
function withFirst(
  list: string[],
  value: string | null | undefined,
  may: (value: string) => boolean,
): string[] {
  if (value === null) return [];
  if (value === undefined || !may(value)) return list;
  if (list.includes(value)) return [value, ...list.filter((other) => other !== value)];
  return [value, ...list].slice(0, MAX_ADDRESSES);
}

/** Adds tokens; past the most that a contact keeps the oldest go, for apps replace theirs and tell nobody. */
function withTokens(current: string[], added: string[]): string[] {
  const all = [...new Set([...current, ...added])];
  let excess = all.length - MAX_PUSH_TOKENS;
  return all.filter((token) => added.includes(token) || (excess -= 1) < 0);
}

import { emailKey } from './email-address';
import { type ContactFields, EMPTY_FIELDS, MAX_ADDRESSES, MAX_PUSH_TOKENS } from './fields';
import type { Identifier } from './keys';
import { phoneForms } from './phone';
import { RESERVED_KEYS, reservedIn, reservedMetadata } from './reserved-metadata';

/** Normalized changes to a contact. An absent field keeps its value, null clears it. */
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
  /** Null under a reserved key clears that key. */
  meta?: Metadata | null;
}

type Metadata = Record<string, unknown>;

export interface ContactState extends ContactFields {
  meta: Metadata;
}

export const EMPTY_CONTACT: ContactState = { ...EMPTY_FIELDS, meta: {} };

/** Returns the identifiers in an input. */
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

/** How an input is applied. */
export interface Applying {
  /** Identifiers that it denies are left out, because they belong to another contact. @default it allows all */
  mayClaim?: (identifier: Identifier) => boolean;
  /** Whether an address that the contact has already becomes its newest. @default true */
  reorders?: boolean;
}

/**
 * Returns the contact with an input applied. A new address comes first, the others stay, 50 at most (CONTACT-3,
 * CONTACT-4). `meta` is merged (METADATA-4), its reserved keys are read, and null clears.
 */
export function applyInput(
  current: ContactState,
  input: ContactInput,
  { mayClaim = () => true, reorders = true }: Applying = {},
): ContactState {
  const next: ContactState = { ...current };
  const { externalId } = input;
  const addressesOf = (
    kind: 'email' | 'phone',
    list: string[],
    keyOf: (address: string) => string,
  ): string[] => {
    const value = input[kind];
    if (value === null) return [];
    if (value === undefined || !mayClaim({ kind, value })) return list;
    return withAddress(list, value, { keyOf, reorders });
  };
  next.emails = addressesOf('email', current.emails, emailKey);
  next.phones = addressesOf('phone', current.phones, (phone) => phoneForms(phone)[0]);
  if (
    externalId === null ||
    (externalId !== undefined && mayClaim({ kind: 'external_id', value: externalId }))
  )
    next.externalId = externalId;
  for (const field of ['name', 'avatar', 'username', 'slack'] as const) {
    const value = input[field];
    if (value !== undefined) next[field] = value;
  }
  if (input.pushTokens === null) next.pushTokens = [];
  else if (input.pushTokens) next.pushTokens = withTokens(current.pushTokens, input.pushTokens);
  if (input.meta === null) next.meta = {};
  else if (input.meta) next.meta = mergedMeta(current.meta, input.meta);
  return { ...next, ...reservedMetadata(next.meta, current) };
}

function mergedMeta(current: Metadata, added: Metadata): Metadata {
  const merged = { ...current, ...added };
  for (const key of RESERVED_KEYS) if (merged[key] === null) delete merged[key];
  return merged;
}

/**
 * Adds an address to the front, or replaces its older form by the one that was given last, at the front if it `reorders`. Above
 * the maximum the oldest one goes.
 */
function withAddress(
  list: string[],
  value: string,
  { keyOf, reorders }: { keyOf: (address: string) => string; reorders: boolean },
): string[] {
  const isSame = (other: string): boolean => keyOf(other) === keyOf(value);
  const others = list.filter((other) => !isSame(other));
  if (others.length === list.length) return [value, ...list].slice(0, MAX_ADDRESSES);
  return others.toSpliced(reorders ? 0 : list.findIndex(isSame), 0, value);
}

/** Adds tokens. Above the maximum the oldest go, because apps replace their tokens without notice. */
function withTokens(current: string[], added: string[]): string[] {
  const all = [...new Set([...current, ...added])];
  let excess = all.length - MAX_PUSH_TOKENS;
  return all.filter((token) => added.includes(token) || (excess -= 1) < 0);
}

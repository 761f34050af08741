import { ADDRESS_FORMS, comparedAs } from './address-forms';
import { type ContactFields, EMPTY_FIELDS, MAX_ADDRESSES, MAX_PUSH_TOKENS, valuesOf } from './fields';
import { type Identifier, KEYED, type KeyKind } from './keys';
import { RESERVED_KEYS, reservedIn, type ReservedKey, reservedMetadata } from './reserved-metadata';
import {
  CONTACT_FIELDS,
  type ContactField,
  type ContactFieldName,
  type FieldsWith,
  type OneName,
} from './rows';
import { CONTACT_TABLE } from './table';

/** The fields that inputs name one value of: all but those in `meta` and those that hold `all`. */
type GivenField = Exclude<ContactFieldName, FieldsWith<{ inMeta: true }> | FieldsWith<{ holds: 'all' }>>;

/** Normalized changes to a contact. An absent field keeps its value, null clears it. */
export type ContactInput = { [Name in GivenField as OneName<Name>]?: string | null } & {
  /** Tokens to add. */
  pushTokens?: string[] | null;
  /** Null under a reserved key clears that key. */
  meta?: Metadata | null;
};

type Metadata = Record<string, unknown>;

export interface ContactState extends ContactFields {
  meta: Metadata;
}

export const EMPTY_CONTACT: ContactState = { ...EMPTY_FIELDS, meta: {} };

type Given = string | string[] | null | undefined;

/** Returns what an input has for a field; undefined: nothing. Fields in `meta` are read there. */
export const givenFor = (input: ContactInput, { field, one, inMeta }: ContactField): Given =>
  inMeta ? reservedIn(input.meta ?? {}, field as ReservedKey) : (input as Record<string, Given>)[one];

/** Returns the identifiers in an input. */
export function identifiersIn(input: ContactInput): Identifier[] {
  const found: Identifier[] = [];
  for (const row of KEYED) {
    const given = givenFor(input, row) ?? [];
    for (const value of Array.isArray(given) ? given : [given])
      if (value !== '') found.push({ kind: row.kind, value });
  }
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
  for (const row of CONTACT_FIELDS) {
    if (row.inMeta) continue;
    const given = givenFor(input, row);
    if (given === undefined) continue;
    const claims = typeof given === 'string' && row.identifies !== undefined;
    if (claims && !mayClaim({ kind: row.key as KeyKind, value: given })) continue;
    set(next, row.field, appliedTo(valuesOf(current, row.field), row, { given, reorders }));
  }
  if (input.meta === null) next.meta = {};
  else if (input.meta) next.meta = mergedMeta(current.meta, input.meta);
  return { ...next, ...reservedMetadata(next.meta, current) };
}

/** Sets a field to what its row says that it holds. */
function set(contact: ContactFields, field: ContactFieldName, values: string[]): void {
  const value = CONTACT_TABLE[field].holds === 'one' ? (values[0] ?? null) : values;
  Object.assign(contact, { [field]: value });
}

function appliedTo(
  current: string[],
  { field, holds }: ContactField,
  { given, reorders }: { given: string | string[] | null; reorders: boolean },
): string[] {
  const values = [given ?? []].flat();
  if (given === null || holds === 'one') return values;
  if (holds === 'all') return withTokens(current, values);
  const form = ADDRESS_FORMS[field as FieldsWith<{ holds: 'newest' }>];
  return values.reduce(
    (list, value) => withAddress(list, value, { keyOf: (one) => comparedAs(form, one), reorders }),
    current,
  );
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

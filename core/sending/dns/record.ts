import type { DkimKey } from '../dkim/key';

/** What a record is for. `bounce_mx` and `bounce_spf` are of the domain that bounces come back to. */
export const RECORD_PURPOSES = ['spf', 'dkim', 'return_path', 'dmarc', 'bounce_mx', 'bounce_spf'] as const;
export type RecordPurpose = (typeof RECORD_PURPOSES)[number];

/** `unclear`: DNS does not say whether it is right. `no_answer`: DNS did not answer. */
export const RECORD_STATES = ['ok', 'missing', 'wrong', 'unclear', 'no_answer'] as const;
export type RecordState = (typeof RECORD_STATES)[number];

export type RecordType = 'TXT' | 'CNAME' | 'MX';

/** A record of DNS that a sender needs. */
export interface NeededRecord {
  purpose: RecordPurpose;
  type: RecordType;
  /** Null: the provider shows it. */
  name: string | null;
  /** What to set, if it is known. Null: the provider shows it. */
  value: string | null;
  /** What a value of the record has to contain, if that is known. */
  contains?: string;
  /** DKIM: the key of ours that the record has to have. Absent: the key is another one's. */
  publicKey?: string;
  /** Where the value comes from, or why the record is needed. */
  note: string;
  /** Providers that need it. Empty: mailbox providers. */
  neededBy: string[];
}

/** The domain of a sender. */
export interface SenderDomain {
  domain: string;
  /** Domain that bounces of SMTP come back to. Null: to the sender. */
  bounceDomain: string | null;
  /** DKIM selectors that the operator names. */
  selectors: readonly string[];
  /** Keys with which we sign its e-mail over SMTP. */
  keys: readonly DkimKey[];
}

/** A record that a provider documents. Its DKIM keys belong to the account, so only the provider shows them. */
export type ProviderRecord = Omit<NeededRecord, 'neededBy'>;

/** Note of a record whose value only the provider knows. */
export const SHOWN_THERE = 'Copy it from the page of the domain at the provider.';

/** A record, and what DNS has. */
export interface CheckedRecord extends NeededRecord {
  state: RecordState;
  /** The values that DNS has. */
  found: string[];
  /** What is wrong or unclear, and what to do. Empty: it is right. */
  detail: string;
}

/** What DNS has for one name and type. `problem`: it did not answer. */
export type Lookup = { values: string[] } | { problem: string };

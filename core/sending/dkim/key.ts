/** `pending`: not seen in DNS yet. `active`: signs. `retiring`: signs no more, but mail that it has signed is on its way. */
export const DKIM_STATES = ['pending', 'active', 'retiring'] as const;
export type DkimState = (typeof DKIM_STATES)[number];

/** A key that signs the e-mail of a domain over SMTP. A domain has two at most, of which one signs. */
export interface DkimKey {
  domain: string;
  /** Names the record: `<selector>._domainkey.<domain>`. */
  selector: string;
  state: DkimState;
  /** SubjectPublicKeyInfo (RFC 5280) in base64, as the record has it. */
  publicKey: string;
  /** The private key (PKCS #8 in base64), sealed. No answer shows it. */
  sealed: string;
  createdAt: Date;
  /** When it last began to sign; null: never. */
  activeSince: Date | null;
  /** When it stopped signing; null: it has not. */
  retiringSince: Date | null;
}

/** Maximum keys of one application, which are stored within it and read with each send. */
export const MAX_DKIM_KEYS = 100;

/** Mail is retried for up to five days (RFC 5321 section 4.5.4.1), and is verified when it arrives. */
const KEEP_RECORD_DAYS = 7;

/** Returns the keys of a domain, the oldest first. */
export const keysOfDomain = <K extends Pick<DkimKey, 'domain'>>(
  keys: readonly K[] | undefined,
  domain: string,
): K[] => (keys ?? []).filter((key) => key.domain === domain);

/** Returns the key that signs the e-mail of a domain, undefined if none does. */
export const signingKey = (keys: readonly DkimKey[] | undefined, domain: string): DkimKey | undefined =>
  keysOfDomain(keys, domain).find(({ state }) => state === 'active');

/** Returns until when the record of a retiring key has to stay in DNS; null: the key does not retire. */
export const keepRecordUntil = ({ state, retiringSince }: Pick<DkimKey, 'state' | 'retiringSince'>) =>
  state === 'retiring' && retiringSince
    ? new Date(retiringSince.getTime() + KEEP_RECORD_DAYS * 86_400_000)
    : null;

/**
 * Returns a new selector, such as `hg20261127-9f3c`. A selector is never used for two keys, because resolvers keep the
 * record of the first one. `random` tells apart what several applications make for one domain on a day.
 */
export const newSelector = (now: Date, random: string): string =>
  `hg${now.toISOString().slice(0, 10).replaceAll('-', '')}-${random.replaceAll('-', '').slice(0, 4).toLowerCase()}`;

/** What a provider does that fails with a code. */
const FAILURES: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'refuses the credentials',
  PROVIDER_ERROR: 'fails or cannot be reached',
  TIMEOUT: 'does not answer in time',
  RATE_LIMITED: 'accepts no more messages for now',
  OUTCOME_UNKNOWN: 'gives no answer',
};

/** Says what a provider does, after its name. */
export const doesWhat = (failure: string | null): string =>
  FAILURES[failure ?? ''] ?? `fails${failure === null ? '' : ` with ${failure}`}`;

/** Why a message failed. */
const REASONS: Readonly<Record<string, string>> = {
  HARD_BOUNCE: 'the address does not exist',
  SOFT_BOUNCE: 'the mailbox did not take it',
  SUPPRESSED: 'the address is suppressed',
  PREFERENCE: 'the recipient has switched it off',
  CAPPED: 'a limit is reached',
  COUNTRY_NOT_ALLOWED: 'SMS to the country are not allowed',
  INVALID_RECIPIENT: 'the provider refuses the recipient',
  REJECTED: 'the provider refuses the message',
  TEMPLATE_ERROR: 'its template cannot be rendered',
  NO_PROVIDER: 'no integration sends this channel',
  EXPIRED: 'its time was over',
  DIGESTED: 'a digest has its content',
  CONDITION_FALSE: 'a condition was false',
  NOTHING_DUE: 'no message was due',
};

/** Says why a message failed or was not sent. Null: the words of the API say it. */
export const reasonOf = (code: string): string | null => REASONS[code] ?? null;

/** Returns a count such as "63" or "1,000 or more". */
export const countText = ({ count, more }: { count: number; more: boolean }): string =>
  `${count.toLocaleString('en')}${more ? ' or more' : ''}`;

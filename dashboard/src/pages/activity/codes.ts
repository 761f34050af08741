import type { paths } from '../../../../generated/admin-openapi';

type ListQuery = NonNullable<
  paths['/admin/v1/applications/{app}/notifications']['get']['parameters']['query']
>;
export type FailureCode = NonNullable<ListQuery['error_code']>;

/** Why a message failed, by its code. The API's document lists the codes. */
const REASONS: Record<FailureCode, string> = {
  INVALID_RECIPIENT: 'The recipient cannot be reached',
  HARD_BOUNCE: 'The mailbox or number does not exist',
  SOFT_BOUNCE: 'It bounced, for example because the mailbox was full',
  SUPPRESSED: 'The address is suppressed',
  PREFERENCE: 'The recipient has switched it off',
  CAPPED: 'A limit is reached',
  UNREACHABLE: 'A broadcast found no address of the recipient',
  COUNTRY_NOT_ALLOWED: 'SMS to the country are not allowed',
  REJECTED: 'The provider refused the message',
  TEMPLATE_ERROR: 'The template cannot be used',
  NO_PROVIDER: 'The channel has no provider',
  UNAUTHORIZED: 'The provider refused the credentials',
  RATE_LIMITED: 'The provider allowed no more messages',
  TIMEOUT: 'The provider did not answer in time',
  PROVIDER_ERROR: 'The provider had an error',
  OUTCOME_UNKNOWN: 'Nobody knows whether it was sent',
  EXPIRED: 'It could not be sent in time',
};

export const CODES = Object.keys(REASONS) as FailureCode[];

const isKnown = (code: string): code is FailureCode => Object.hasOwn(REASONS, code);

/** Returns why a message failed, in words. A code that this release does not know stays as it is. */
export const reasonOf = (code: string): string => (isKnown(code) ? REASONS[code] : code);

/** Returns the code that an address names. Undefined: it is none. */
export const codeOf = (text: string | undefined): FailureCode | undefined =>
  text !== undefined && isKnown(text) ? text : undefined;

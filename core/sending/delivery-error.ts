/** Codes of `delivery.error` in webhooks and of a message's failure (MESSAGE-2). */
export const DELIVERY_ERROR_CODES = [
  'HARD_BOUNCE',
  'SOFT_BOUNCE',
  'SUPPRESSED',
  'PREFERENCE',
  'CAPPED',
  'COUNTRY_NOT_ALLOWED',
  'INVALID_RECIPIENT',
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'REJECTED',
  'TEMPLATE_ERROR',
  'TIMEOUT',
  'OUTCOME_UNKNOWN',
  'NO_PROVIDER',
  'EXPIRED',
  'PROVIDER_ERROR',
] as const;
export type DeliveryErrorCode = (typeof DELIVERY_ERROR_CODES)[number];

/** Why a message failed: a stable code and the provider's or our own words. */
export interface DeliveryError {
  code: DeliveryErrorCode;
  message: string;
}

/** Returns a code that was stored as text. One of an older version that is unknown becomes PROVIDER_ERROR. */
export const errorCodeOf = (text: string): DeliveryErrorCode =>
  DELIVERY_ERROR_CODES.find((code) => text === code) ?? 'PROVIDER_ERROR';

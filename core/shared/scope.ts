import type { Environment } from './channels';

/** Whose data it is: contacts, events, notifications and endpoints are per application and environment. */
export interface Scope {
  applicationId: string;
  environment: Environment;
}

/** The scope as the first part of a unique key. */
export const scopeKey = (scope: Scope): string => `${scope.applicationId}:${scope.environment}`;

/** The scope that a key was made of. */
export function scopeOf(key: string): Scope {
  const at = key.lastIndexOf(':');
  return { applicationId: key.slice(0, at), environment: key.slice(at + 1) as Environment };
}

import type { Environment } from './channels';

/** Whose data it is: contacts, events, notifications and endpoints are per application and environment. */
export interface Scope {
  applicationId: string;
  environment: Environment;
}

/** The scope as the first part of a unique key. */
export const scopeKey = (scope: Scope): string => `${scope.applicationId}:${scope.environment}`;

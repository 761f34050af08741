import type { Operator } from '../../api/types';

export type Role = Operator['role'];

/** The roles. Each includes the roles before it. */
export const ROLES: readonly Role[] = ['viewer', 'editor', 'owner'];

/** What each role may do. */
export const ROLE_MAY: Record<Role, string> = {
  viewer: 'A viewer reads everything except operators and admin keys.',
  editor:
    'An editor also changes applications and events, sends, retries and cancels, and suppresses addresses.',
  owner: 'An owner also manages operators and keys, removes things, lifts suppressions and erases contacts.',
};

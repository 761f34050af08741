import type { EventVersion } from './queries';

const VIA: Record<NonNullable<EventVersion['via']>, string> = {
  api: 'over the API',
  cli: 'with the command line',
  dashboard: 'in the dashboard',
  promotion: 'promoted from sandbox',
  restore: 'restored',
  delete: 'deleted',
};

/** Returns how a version came to be, such as "in the dashboard". */
export function viaWords({ via, restored }: Pick<EventVersion, 'via' | 'restored'>): string {
  if (via === null) return 'before versions were kept';
  return via === 'restore' && restored !== null ? `restored from version ${restored}` : VIA[via];
}

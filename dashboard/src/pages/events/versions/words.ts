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
export function viaWords({ via, restored, parts }: Pick<EventVersion, 'via' | 'restored' | 'parts'>): string {
  if (via === null) return 'before versions were kept';
  if (parts.length > 0)
    return `by ${parts.map(({ file, version }) => (version === null ? `${file}, deleted` : `${file}, version ${version}`)).join('; ')}`;
  return via === 'restore' && restored !== null ? `restored from version ${restored}` : VIA[via];
}

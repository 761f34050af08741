import { counter } from './registry';

const changes = counter(
  'preference_changes_total',
  'Choices of contacts that changed, by who changed them: `on`, `off`, or `back` if one was taken back.',
  ['environment', 'by', 'kind'],
);

/** Counts the choices that one change made. */
export function countPreferenceChanges(
  { environment, by }: { environment: string; by: string },
  made: readonly { on: boolean | null }[],
): void {
  for (const { on } of made) changes.inc({ environment, by, kind: on === null ? 'back' : on ? 'on' : 'off' });
}

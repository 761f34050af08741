import type { Health } from './health';
import { readGauge } from './registry';

const watched = new Map<string, () => Health>();

readGauge(
  'dependency_up',
  'Whether a role can use MongoDB and Temporal, 1 or 0. For Temporal and the API: 0 if its circuit breaker is open.',
  ['role', 'dependency'],
  (gauge) => {
    for (const [role, health] of watched) {
      const { mongodb, temporal } = health();
      gauge.set({ role, dependency: 'mongodb' }, mongodb ? 1 : 0);
      gauge.set({ role, dependency: 'temporal' }, temporal ? 1 : 0);
    }
  },
);

/** Exports what a role can use. */
export const watchHealth = (role: 'api' | 'worker', health: () => Health): void =>
  void watched.set(role, health);

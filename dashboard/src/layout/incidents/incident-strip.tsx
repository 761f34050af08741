import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { usePlace } from '../place';
import { incidentsQuery } from './incidents';

// Nothing has to be loaded while all is well.
const IncidentLines = lazy(() => import('./incident-lines'));

/** What is wrong now, one line for each cause. It is empty if all is well. */
export function IncidentStrip(): ReactNode {
  const { data } = useQuery(incidentsQuery(usePlace()));
  const incidents = data?.incidents ?? [];
  return (
    <div role="status" aria-label="What is wrong now">
      {incidents.length > 0 && (
        <Suspense>
          <IncidentLines incidents={incidents} />
        </Suspense>
      )}
    </div>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { applicationsQuery } from '../../api/applications';
import type { Application } from '../../api/types';
import { useDraft } from '../../parts/use-draft';

/** Holds what is typed of an application's settings. */
export function useSettingsDraft<Draft extends object>(
  application: Application,
  draftOf: (application: Application) => Draft,
) {
  const queries = useQueryClient();
  const again = async (): Promise<Application | undefined> => {
    const { applications } = await queries.fetchQuery({ ...applicationsQuery, staleTime: 0 });
    return applications.find(({ id }) => id === application.id);
  };
  return useDraft({ stored: application, draftOf, again });
}

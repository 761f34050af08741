import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, api } from './client';

export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: () => answerOf(api.GET('/admin/v1/applications')),
});

export const useApplications = () => useQuery(applicationsQuery);

import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './client';

export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: () => api.get('/admin/v1/applications'),
});

export const useApplications = () => useQuery(applicationsQuery);

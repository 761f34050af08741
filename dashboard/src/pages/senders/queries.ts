import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../generated/admin-openapi';
import { api } from '../../api/client';

export type Sender = components['schemas']['Sender'];
export type SenderType = Sender['type'];

/** The domains, addresses, numbers and names that an application may send as. */
export const sendersQuery = (app: string) =>
  queryOptions({
    queryKey: ['senders', app],
    queryFn: () => api.get('/admin/v1/applications/{app}/senders', { app }),
  });

/** The records of DNS that a sender needs, as DNS has them now. */
export const recordsQuery = (app: string, id: string, selectors: string) =>
  queryOptions({
    queryKey: ['sender-records', app, id, selectors],
    queryFn: () =>
      api.get('/admin/v1/applications/{app}/senders/{id}/records', {
        app,
        id,
        ...(selectors === '' ? {} : { selectors }),
      }),
  });

/** The keys that sign the e-mail of a sender's domain over SMTP. */
export const dkimQuery = (app: string, id: string) =>
  queryOptions({
    queryKey: ['dkim', app, id],
    queryFn: () => api.get('/admin/v1/applications/{app}/senders/{id}/dkim', { app, id }),
  });

import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../generated/admin-openapi';
import { api } from '../../api/client';
import type { Environment } from '../../api/types';
import type { Place } from '../../layout/place';

type Schemas = components['schemas'];

export type EventLine = Schemas['Event'];
export type EventDetails = Schemas['EventAnswer']['event'];
export type RenderedMessage = Schemas['RenderedMessage'];
export type FileProblem = Schemas['FileProblem'];
export type Pushed = Schemas['EventsPushed'];

/** Returns the same application in its other environment. */
export const otherPlace = ({ app, environment }: Place): Place => ({
  app,
  environment: environment === 'sandbox' ? 'production' : 'sandbox',
});

/** The name of an environment at the start of a sentence or on a button. */
export const ENVIRONMENT_NAMES: Record<Environment, string> = {
  production: 'Production',
  sandbox: 'Sandbox',
};

/** The events of an environment, without their files. */
export const eventsQuery = (place: Place) =>
  queryOptions({
    queryKey: ['events', place.app, place.environment],
    queryFn: async () => (await api.get('/admin/v1/applications/{app}/events/{environment}', place)).events,
  });

/** One event with its file. */
export const eventQuery = (place: Place, name: string) =>
  queryOptions({
    queryKey: ['event', place.app, place.environment, name],
    queryFn: () => readEvent(place, name),
  });

/** The events of an environment with their files, in one request. */
export const eventFilesQuery = (place: Place) =>
  queryOptions({
    queryKey: ['events', place.app, place.environment, 'files'],
    queryFn: async () =>
      (await api.get('/admin/v1/applications/{app}/events/{environment}', { ...place, files: 'true' }))
        .events,
  });

async function readEvent(place: Place, name: string): Promise<EventDetails> {
  return (
    await api.get('/admin/v1/applications/{app}/events/{environment}/{name}', {
      ...place,
      name,
    })
  ).event;
}

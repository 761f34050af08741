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

const AT_ONCE = 4;

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

/** The file of an event as it was at a time. It is read once, because a change makes it another one. */
export const sourceQuery = (place: Place, { name, updated_at: at }: Pick<EventLine, 'name' | 'updated_at'>) =>
  queryOptions({
    queryKey: ['event-source', place.app, place.environment, name, at],
    staleTime: Infinity,
    queryFn: () => inTurn(async () => (await readEvent(place, name)).source),
  });

async function readEvent(place: Place, name: string): Promise<EventDetails> {
  return (
    await api.get('/admin/v1/applications/{app}/events/{environment}/{name}', {
      ...place,
      name,
    })
  ).event;
}

let running = 0;
const waiting: (() => void)[] = [];

/** Reads a few files at once, so that a long list leaves the API free for what its reader does. */
async function inTurn<T>(read: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go));
  else running += 1;
  try {
    return await read();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

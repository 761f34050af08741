import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client';
import type { Environment } from '../../../api/types';
import { pushFiles } from '../../events/push';
import type { EventLine } from '../../events/query';

const EVERY_MS = 2_000;
const EXAMPLE = 'hello';

/** Whether nothing was ever sent in either environment. Read until something is. */
export const unusedQuery = (app: string) =>
  queryOptions({
    queryKey: ['unused', app],
    refetchInterval: ({ state }) => (state.data === false ? false : 5 * EVERY_MS),
    queryFn: async () => {
      const isEmpty = async (environment: Environment): Promise<boolean> => {
        const { notifications } = await api.get('/admin/v1/applications/{app}/notifications', {
          app,
          environment,
          limit: 1,
        });
        return notifications.length === 0;
      };
      const [sandbox, production] = await Promise.all([isEmpty('sandbox'), isEmpty('production')]);
      return sandbox && production;
    },
  });

/** A notification that was sent as a test. Read until its message is captured, or has failed. */
export const sentQuery = (id: string) =>
  queryOptions({
    queryKey: ['first-run', id],
    refetchInterval: ({ state }) => (state.data && state.data.completed_at !== null ? false : EVERY_MS / 2),
    queryFn: async () => (await api.get('/admin/v1/notifications/{id}', { id })).notification,
  });

/** Returns the event that the first test sends: one with an e-mail, the simplest name first. */
export const firstEventOf = (events: readonly EventLine[]): EventLine | undefined =>
  events.find(({ name }) => name === 'welcome') ??
  events.find(({ channels }) => channels.includes('email')) ??
  events[0];

/** Creates an event with an e-mail in the sandbox. */
export async function createExample(app: string) {
  // Few readers need it, and it is large.
  const { starterFile } = await import('../../events/list/starters');
  return pushFiles({ app, environment: 'sandbox' }, [
    { name: `${EXAMPLE}.yaml`, content: await starterFile(EXAMPLE, 'email') },
  ]);
}

/** Sends an event in the sandbox with its own example. */
export async function sendTest(app: string, name: string, to: string): Promise<string> {
  const path = { app, environment: 'sandbox' as const, name };
  const { event } = await api.get('/admin/v1/applications/{app}/events/{environment}/{name}', path);
  const { notification } = await api.post('/admin/v1/applications/{app}/events/{environment}/{name}/send', {
    ...path,
    body: { to, payload: event.examples[0]?.payload ?? {}, skip_waits: true },
  });
  return notification.id;
}

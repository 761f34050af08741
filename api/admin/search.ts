import { z } from 'zod';
import { searchForm } from '../../core/contacts/search';
import { searchQuery } from '../../core/schemas/search';
import { CHANNELS } from '../../core/shared/channels';
import { answer, timestamp, uuid } from '../http/formats';
import { route } from '../http/route';
import { applicationIn } from './applications/application-in';
import { stateSchema } from './notifications/view';
import { findAsked } from './explain/find-people';

/** Of each kind so many are shown: who finds more than that types on. */
const MOST = 6;

const found = {
  contacts: z.array(
    z.object({
      id: uuid,
      name: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      external_id: z.string().nullable(),
    }),
  ),
  events: z.array(z.object({ name: z.string() })),
  notifications: z.array(
    z.object({
      id: uuid,
      event: z.string(),
      status: stateSchema.shape.status,
      started_at: timestamp,
    }),
  ),
  integrations: z.array(z.object({ id: z.string(), name: z.string(), channel: z.enum(CHANNELS) })),
};

/** Finds what a text may mean in one environment. Four reads at once, each a range of an index. */
export const search = route({
  id: 'search',
  tag: 'Search',
  method: 'get',
  path: '/admin/v1/applications/:app/search',
  role: 'viewer',
  summary: 'Find contacts, events, notifications and integrations by one text',
  description:
    'Contacts by the beginning of their name or of an identifier, or by the beginning of their id. Events and integrations by a part of their name. Notifications by the beginning of their id (eight characters or more) or by their whole reference. At most six of each.',
  query: searchQuery,
  answer: answer('SearchAnswer', found),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const application = await applicationIn(store, call);
    const { q, environment } = call.query;
    const scope = { applicationId: application._id, environment };
    const [asked, beginning, referenced, names] = await Promise.all([
      findAsked(store, [application], { who: q, environment }),
      store.contacts.beginningWith(scope, q, MOST),
      store.operators.list({ scope, reference: q, limit: MOST }),
      store.events.names(scope),
    ]);
    const contacts = new Map([...asked.contacts, ...beginning].map((one) => [one._id, one]));
    const notifications = new Map([...asked.notifications, ...referenced].map((one) => [one._id, one]));
    const wanted = searchForm(q);
    const hasIt = (text: string): boolean => searchForm(text).includes(wanted);
    return {
      contacts: [...contacts.values()].slice(0, MOST).map((one) => ({
        ...{ id: one._id, name: one.name, email: one.emails[0] ?? null, phone: one.phones[0] ?? null },
        external_id: one.externalId,
      })),
      events: names
        .filter(hasIt)
        .slice(0, MOST)
        .map((name) => ({ name })),
      notifications: [...notifications.values()].slice(0, MOST).map((one) => ({
        ...{ id: one._id, event: one.event, status: one.status, started_at: one.startedAt.toISOString() },
      })),
      integrations: (application.integrations ?? [])
        .map(({ id, name, provider, channel }) => ({ id, name: name || provider, channel }))
        .filter(({ id, name, channel }) => [id, name, channel].some(hasIt))
        .slice(0, MOST),
    };
  },
});

import pMap from 'p-map';
import { z } from 'zod';
import { explainQuery } from '../../../core/schemas/explain';
import { ENVIRONMENTS } from '../../../core/shared/channels';
import type { Application } from '../../../store/accounts/applications';
import type { Contact } from '../../../store/contacts/model';
import type { Notification } from '../../../store/notifications/model';
import type { ApiDeps } from '../../deps';
import { answer, uuid } from '../../http/formats';
import { route } from '../../http/route';
import { noApplication } from '../applications/application-in';
import { sourcesOf } from '../notifications/details';
import { storyOf } from '../notifications/story';
import { type StoryEntry, storyEntry } from './entry';
import { findAsked } from './find-people';
import { refusalsOf } from './refusals';
import { suppressionsOf } from './suppressions';
import { unknownZonesOf } from './time-zones';

/** How far back a timeline goes if it is not asked for, milliseconds. */
const USUAL_MS = 7 * 86_400_000;
const AT_ONCE = 5;

const person = z.object({
  id: uuid,
  application: z.string(),
  environment: z.enum(ENVIRONMENTS),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});

/** Says in plain words what became of everything that was to be sent to somebody. */
export const explain = route({
  id: 'explain',
  tag: 'Explain',
  method: 'get',
  path: '/admin/v1/explain',
  role: 'viewer',
  summary: 'Explain what happened to the messages for a recipient',
  query: explainQuery,
  answer: answer('Explanation', {
    people: z.array(person),
    entries: z.array(storyEntry).describe('Oldest first.'),
    notifications: z.int().min(0),
    more: z.boolean().describe('Whether there are more notifications in that time.'),
  }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async ({ query }, deps) => {
    const { store } = deps;
    const { who, application, event, limit, ...others } = query;
    const all = await store.applications.list();
    const applications =
      application === undefined
        ? all
        : all.filter(({ _id, name }) => _id === application || name === application);
    if (applications.length === 0 && application !== undefined) throw noApplication();
    const { from = new Date(Date.now() - USUAL_MS), to, environment } = others;
    const asked = await findAsked(store, applications, { who, environment });
    const { contacts } = asked;
    const range = { event, from, to, limit: limit + 1 };
    const found =
      contacts.length > 0
        ? await store.operators.ofRecipients({ recipients: contacts.map(({ _id }) => _id), ...range })
        : asked.notifications;
    const shown = found.slice(0, limit);
    const [stories, refused, suppressed] = await Promise.all([
      pMap(shown, (one) => storyFrom(deps, applications, one), { concurrency: AT_ONCE }),
      asked.notifications.length > 0
        ? []
        : refusalsOf(deps, { applications, contacts, who, from, environment }),
      suppressionsOf(deps, applications, contacts),
    ]);
    const zones = unknownZonesOf(contacts);
    const isWithin = ({ at, event: of }: StoryEntry): boolean =>
      (to === undefined || at < to.toISOString()) && (event === undefined || of === null || of === event);
    return {
      people: contacts.map((contact) => personView(contact, applications)),
      entries: [...stories.flat(), ...[...refused, ...suppressed, ...zones].filter(isWithin)].sort((a, b) =>
        a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
      ),
      notifications: shown.length,
      more: found.length > limit,
    };
  },
});

async function storyFrom(
  deps: ApiDeps,
  applications: Application[],
  notification: Notification,
): Promise<StoryEntry[]> {
  const application = applications.find(({ _id }) => _id === notification.applicationId) ?? null;
  return storyOf(await sourcesOf(deps, notification, application));
}

const personView = (contact: Contact, applications: Application[]): z.output<typeof person> => ({
  id: contact._id,
  application: applications.find(({ _id }) => _id === contact.applicationId)?.name ?? contact.applicationId,
  environment: contact.environment,
  name: contact.name,
  email: contact.emails[0] ?? null,
  phone: contact.phones[0] ?? null,
});

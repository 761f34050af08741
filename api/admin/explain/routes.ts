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
import { judge } from './verdict/judge';
import { refusedVerdict } from './verdict/refused';
import { type Verdict, verdictSchema } from './verdict/schema';
import { overallOf } from './verdict/verdict';
import { broadcastsWithout } from './broadcasts-without';
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
    verdict: verdictSchema
      .nullable()
      .describe(
        'The answer in short: of the newest notification that has not left, else of what was accepted or refused last. Null: nothing is known.',
      ),
    people: z.array(person),
    verdicts: z.array(verdictSchema).describe('One of each notification, the newest first.'),
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
    const toJudge = judge(deps);
    const [told, refused, suppressed, ahead] = await Promise.all([
      pMap(shown, (one) => tell(deps, { applications, toJudge }, one), { concurrency: AT_ONCE }),
      asked.notifications.length > 0
        ? []
        : refusalsOf(deps, { applications, contacts, who, from, environment }),
      suppressionsOf(deps, applications, contacts),
      asked.notifications.length > 0 ? [] : broadcastsWithout(store, contacts, from),
    ]);
    const zones = unknownZonesOf(contacts);
    const isWithin = ({ at, event: of }: StoryEntry): boolean =>
      (to === undefined || at < to.toISOString()) && (event === undefined || of === null || of === event);
    const verdicts = told.map(({ verdict }) => verdict);
    const entries = [...refused, ...suppressed, ...zones, ...ahead].filter(isWithin);
    return {
      verdict: overallOf(verdicts, shown[0]?.startedAt, refusedVerdict(refused.filter(isWithin))),
      people: contacts.map((contact) => personView(contact, applications)),
      verdicts,
      entries: [...told.flatMap(({ story }) => story), ...entries].sort((a, b) =>
        a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
      ),
      notifications: shown.length,
      more: found.length > limit,
    };
  },
});

/** Returns the story of a notification, and the verdict on it. */
async function tell(
  deps: ApiDeps,
  { applications, toJudge }: { applications: Application[]; toJudge: ReturnType<typeof judge> },
  notification: Notification,
): Promise<{ story: StoryEntry[]; verdict: Verdict }> {
  const application = applications.find(({ _id }) => _id === notification.applicationId) ?? null;
  const sources = await sourcesOf(deps, notification, application);
  return { story: storyOf(sources), verdict: await toJudge(sources) };
}

const personView = (contact: Contact, applications: Application[]): z.output<typeof person> => ({
  id: contact._id,
  application: applications.find(({ _id }) => _id === contact.applicationId)?.name ?? contact.applicationId,
  environment: contact.environment,
  name: contact.name,
  email: contact.emails[0] ?? null,
  phone: contact.phones[0] ?? null,
});

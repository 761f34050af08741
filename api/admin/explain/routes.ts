import type { Router } from 'express';
import pMap from 'p-map';
import { askedForm, identifierHash } from '../../../core/contacts/asked-identifiers';
import { suppressionMessage } from '../../../core/receipts/suppression';
import { type Explanation, type StoryEntry, explainQuery } from '../../../core/schemas/explain';
import { isOpen } from '../../../core/shared/statuses';
import type { Application } from '../../../store/accounts/applications';
import type { Contact } from '../../../store/contacts/model';
import type { Notification } from '../../../store/notifications/model';
import type { Refusal } from '../../../store/refusals/refusals';
import { keyOf, suppressionOf } from '../../../store/suppressions/suppress';
import type { ApiDeps } from '../../deps';
import { parse } from '../../http/api-error';
import { resource } from '../../http/resource';
import { noApplication } from '../applications';
import { findAsked } from './find-people';
import { storyOf } from './story';

/** How far back a timeline goes if it is not asked for, milliseconds. */
const USUAL_MS = 7 * 86_400_000;
const AT_ONCE = 5;
/** Refused sends in one answer. */
const MOST_REFUSALS = 100;

/** Says in plain words what became of everything that was to be sent to somebody. */
export function explainRoutes(router: Router, deps: ApiDeps): void {
  const { store } = deps;
  resource(router, '/admin/v1/explain', {
    get: async (request, response) => {
      const { who, application, event, limit, ...query } = parse(explainQuery, request.query);
      const all = await store.applications.list();
      const applications =
        application === undefined
          ? all
          : all.filter(({ _id, name }) => _id === application || name === application);
      if (applications.length === 0 && application !== undefined) throw noApplication();
      const { from = new Date(Date.now() - USUAL_MS), to } = query;
      const asked = await findAsked(store, applications, { who, environment: query.environment });
      const { contacts } = asked;
      const range = { event, from, to, limit: limit + 1 };
      const found =
        contacts.length > 0
          ? await store.operators.ofRecipients({ recipients: contacts.map(({ _id }) => _id), ...range })
          : asked.notifications;
      const shown = found.slice(0, limit);
      const [stories, refused, suppressed] = await Promise.all([
        pMap(shown, (one) => storyFrom(deps, applications, one), { concurrency: AT_ONCE }),
        asked.notifications.length > 0 ? [] : refusals(deps, { applications, contacts, who, from }),
        suppressions(deps, applications, contacts),
      ]);
      const isWithin = ({ at, event: of }: StoryEntry): boolean =>
        (to === undefined || at < to.toISOString()) && (event === undefined || of === null || of === event);
      const explanation: Explanation = {
        people: contacts.map((contact) => personView(contact, applications)),
        entries: [...stories.flat(), ...[...refused, ...suppressed].filter(isWithin)].sort((a, b) =>
          a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
        ),
        notifications: shown.length,
        more: found.length > limit,
      };
      response.json({ success: true, ...explanation });
    },
  });
}

async function storyFrom(
  { store, dispatcher }: ApiDeps,
  applications: Application[],
  notification: Notification,
): Promise<StoryEntry[]> {
  const [deliveries, progress] = await Promise.all([
    store.webhookDeliveries.ofNotification(notification._id),
    isOpen(notification.status) ? dispatcher.progress(notification._id) : null,
  ]);
  const application = applications.find(({ _id }) => _id === notification.applicationId) ?? null;
  return storyOf({ notification, deliveries, application, progress });
}

/** Sends that were refused for what somebody is asked by, and for each identifier of the contacts that were found. */
async function refusals(
  { store, vault }: ApiDeps,
  asked: { applications: Application[]; contacts: Contact[]; who: string; from: Date },
): Promise<StoryEntry[]> {
  const hashes = asked.applications.flatMap(({ _id, suppressionKey }) => {
    if (!suppressionKey) return [];
    const own = asked.contacts.filter(({ applicationId }) => applicationId === _id);
    const texts = own.flatMap((one) => [
      ...one.emails,
      ...one.phones,
      one._id,
      one.externalId ?? '',
      one.slack ?? '',
    ]);
    const key = keyOf(vault, suppressionKey, { applicationId: _id });
    return [asked.who, ...texts]
      .filter((text) => text !== '')
      .map((text) => identifierHash(key, askedForm(text)));
  });
  const found = await store.refusals.of([...new Set(hashes)], asked.from, MOST_REFUSALS);
  return found.map(refusalEntry);
}

const refusalEntry = ({ at, code, field, message, event, requestId, recipient }: Refusal): StoryEntry => ({
  at: at.toISOString(),
  kind: 'failed',
  code,
  text: `The send of ${event} to ${recipient} was refused (request ${requestId}${field === null ? '' : `, field ${field}`}): ${message}`,
  notification_id: null,
  event,
});

/** The addresses of somebody that get nothing more now. */
async function suppressions(
  deps: ApiDeps,
  applications: Application[],
  contacts: Contact[],
): Promise<StoryEntry[]> {
  const addresses = contacts.flatMap((contact) => {
    const application = applications.find(({ _id }) => _id === contact.applicationId);
    if (!application?.suppressionKey) return [];
    const of = (channel: 'email' | 'sms' | 'whatsapp', address: string) => ({
      application,
      scope: contact,
      channel,
      address,
    });
    return [
      ...contact.emails.map((address) => of('email', address)),
      ...contact.phones.flatMap((address) => [of('sms', address), of('whatsapp', address)]),
    ];
  });
  const found = await pMap(
    addresses,
    async ({ application, ...of }) => ({ of, suppression: await suppressionOf(deps, application, of) }),
    { concurrency: AT_ONCE },
  );
  return found.flatMap(({ of, suppression }) =>
    suppression
      ? [
          {
            at: suppression.createdAt.toISOString(),
            kind: 'skipped' as const,
            code: 'SUPPRESSED',
            text: `${of.address} is suppressed for ${of.channel}. ${suppressionMessage(suppression.reason, suppression.createdAt)}${suppression.detail === null ? '' : ` (${suppression.detail})`}`,
            notification_id: suppression.notificationId,
            event: null,
          },
        ]
      : [],
  );
}

const personView = (contact: Contact, applications: Application[]): Explanation['people'][number] => ({
  id: contact._id,
  application: applications.find(({ _id }) => _id === contact.applicationId)?.name ?? contact.applicationId,
  environment: contact.environment,
  name: contact.name,
  email: contact.emails[0] ?? null,
  phone: contact.phones[0] ?? null,
});

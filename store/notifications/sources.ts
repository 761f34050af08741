import { LRUCache } from 'lru-cache';
import type { EventDefinition } from '../../core/events/definition';
import { scopeKey } from '../../core/shared/scope';
import { forTenant } from '../../core/tenants/integrations';
import type { Application } from '../accounts/applications';
import { completed } from '../contacts/reserved-metadata';
import type { Contact } from '../contacts/model';
import { eventKey } from '../events/events';
import { type StoredTenant, tenantKey } from '../tenants/tenants';
import type { WebhookEndpoint } from '../webhooks/endpoints';
import type { Notification, NotificationModel } from './model';

/** What a send needs beside its notification, as it is now. */
export interface Sources {
  /** Null: the recipient is a Slack channel, or the contact is gone. */
  contact: Contact | null;
  /** As messages of the tenant see it (core/tenants/integrations.ts). */
  application: Application | null;
  /** Null: the notification has none, or it is gone. */
  tenant: StoredTenant | null;
  event: EventDefinition | null;
  /** The scope's webhook endpoint. */
  endpoint: WebhookEndpoint | null;
}

/** Each list has one document or none. */
interface Found {
  contact: Contact[];
  application: Application[];
  /** Absent: the notification has no tenant. */
  tenant?: StoredTenant[];
  /** Its definition. */
  event: string[];
  endpoint: WebhookEndpoint[];
}

/** Characters of definitions that are kept parsed. */
const KEPT_DEFINITIONS = 16 * 1024 * 1024;

/** Reads the sources of sends. */
export function createSourceStore(model: NotificationModel) {
  // A definition is named by its content, so an entry is never stale.
  const definitions = new LRUCache<string, EventDefinition>({
    maxSize: KEPT_DEFINITIONS,
    sizeCalculation: (_definition, text) => text.length,
  });
  const parse = (text: string): EventDefinition => {
    const known = definitions.get(text);
    if (known) return known;
    const definition = JSON.parse(text) as EventDefinition;
    definitions.set(text, definition);
    return definition;
  };
  return {
    /** Returns the sources of a notification in one operation. All are null if the notification is gone. */
    of: async (
      notification: Pick<
        Notification,
        '_id' | 'contactId' | 'applicationId' | 'environment' | 'event' | 'tenant'
      >,
    ): Promise<Sources> => {
      const { _id, contactId, applicationId, tenant } = notification;
      const keys = {
        ...{ contactId, applicationId, eventId: eventKey(notification, notification.event) },
        ...(tenant !== undefined && { tenantId: tenantKey(applicationId, tenant) }),
      };
      const [found] = await model.collection
        .aggregate<Found>([
          { $match: { _id } },
          { $project: { ...literals(keys), ...literals({ scope: scopeKey(notification) }) } },
          lookup('contacts', ['contactId', '_id'], 'contact'),
          lookup('applications', ['applicationId', '_id'], 'application'),
          lookup('events', ['eventId', '_id'], 'event'),
          ...(tenant === undefined ? [] : [lookup('tenants', ['tenantId', '_id'], 'tenant')]),
          lookup('webhooks', ['scope', 'scope'], 'endpoint'),
          {
            $project: {
              ...{ _id: 0, contact: 1, application: 1, event: '$event.definition', endpoint: 1 },
              ...(tenant !== undefined && { tenant: 1 }),
            },
          },
        ])
        .toArray();
      const [contact, event, application] = [found?.contact[0], found?.event[0], found?.application[0]];
      const itsTenant = found?.tenant?.[0] ?? null;
      return {
        contact: contact ? completed(contact) : null,
        application: application ? forTenant(application, itsTenant) : null,
        tenant: itsTenant,
        event: event === undefined ? null : parse(event),
        endpoint: found?.endpoint[0] ?? null,
      };
    },
  };
}

const literals = (values: Record<string, string | null>): Record<string, object> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { $literal: value }]));

/** Both fields are unique, so a look-up is one access to an index. */
const lookup = (from: string, [localField, foreignField]: [string, string], as: string) => ({
  $lookup: { from, localField, foreignField, as },
});

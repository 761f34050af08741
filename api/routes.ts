import * as operatorsWebhook from './admin/webhooks/endpoint';
import * as operatorsWebhookEvents from './admin/webhooks/events';
import { listContacts } from './contacts/list';
import { deleteContact, getContact, updateContact, upsertContact } from './contacts/one';
import { addToken, removeToken } from './contacts/push-tokens';
import type { Route } from './http/route';
import { getNotification } from './notifications/get';
import { cancel } from './sending/cancel';
import { signal } from './sending/signal';
import { createWebhook } from './webhooks/create';
import { deleteWebhook, getWebhook, updateWebhook } from './webhooks/endpoint';
import * as webhookEvents from './webhooks/event-routes';

/** The routes under /v1. What is listed exists, is documented, guarded and typed. */
export const publicRoutes: readonly Route[] = [
  ...[getNotification, cancel, signal],
  ...[listContacts, upsertContact, getContact, updateContact, deleteContact, addToken, removeToken],
  ...[createWebhook, getWebhook, updateWebhook, deleteWebhook],
  webhookEvents.listWebhookEvents,
  webhookEvents.getWebhookEvent,
  webhookEvents.redeliverWebhookEvent,
  webhookEvents.redeliverWebhookEvents,
  webhookEvents.sendTestEvent,
];

/** The admin routes. */
export const adminRoutes: readonly Route[] = [
  operatorsWebhook.getWebhook,
  operatorsWebhook.switchWebhook,
  operatorsWebhook.rotateWebhookSecret,
  operatorsWebhookEvents.listWebhookEvents,
  operatorsWebhookEvents.getWebhookEvent,
  operatorsWebhookEvents.redeliverWebhookEvent,
  operatorsWebhookEvents.redeliverWebhookEvents,
  operatorsWebhookEvents.testWebhook,
];

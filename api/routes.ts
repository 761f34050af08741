import * as applications from './admin/applications/routes';
import { getAuditRecord, listAuditRecords } from './admin/audit';
import * as operatorsContacts from './admin/contacts/routes';
import * as adminKeys from './admin/keys/admin-keys';
import * as apiKeys from './admin/keys/api-keys';
import { doctor } from './admin/doctor/routes';
import * as events from './admin/events/routes';
import { renderEvent } from './admin/events/render';
import { sendEvent } from './admin/events/send';
import * as eventVersions from './admin/events/versions';
import { explain } from './admin/explain/routes';
import { listNotifications } from './admin/notifications/list';
import { reopenOne } from './admin/notifications/reopen';
import { retryOne } from './admin/notifications/retry';
import { retryMany } from './admin/notifications/retry-page';
import * as operatorsNotifications from './admin/notifications/routes';
import { signalOne } from './admin/notifications/signal';
import { resealSecrets } from './admin/secrets';
import { signInByOidc, startOidcSignIn } from './admin/oidc/routes';
import * as integrations from './admin/integrations/routes';
import { addIntegration, updateIntegration } from './admin/integrations/write';
import { inviteOperator, linkOperator } from './admin/operators/links';
import {
  listOperators,
  removeOperator,
  signOutOperator,
  unlinkOperator,
  updateOperator,
} from './admin/operators/routes';
import { setPassword, showSession, signOut } from './admin/session';
import { listSignInMethods, signIn, signInByLink } from './admin/sign-in';
import * as senders from './admin/senders/routes';
import { getStatistics, getUsage } from './admin/statistics/routes';
import { liftSuppression, liftSuppressionById } from './admin/suppressions/lift';
import { addSuppression, listSuppressions } from './admin/suppressions/routes';
import * as operatorsWebhook from './admin/webhooks/endpoint';
import * as operatorsWebhookEvents from './admin/webhooks/events';
import { listContacts } from './contacts/list';
import { deleteContact, getContact, updateContact, upsertContact } from './contacts/one';
import { addToken, removeToken } from './contacts/push-tokens';
import type { Route } from './http/route';
import { getNotification } from './notifications/get';
import { cancel } from './sending/cancel';
import { send, sendToChannel } from './sending/send-routes';
import { signal } from './sending/signal';
import { createWebhook } from './webhooks/create';
import { deleteWebhook, getWebhook, updateWebhook } from './webhooks/endpoint';
import * as webhookEvents from './webhooks/event-routes';

/** The routes under /v1. What is listed exists, is documented, guarded and typed. */
export const publicRoutes: readonly Route[] = [
  ...[send, sendToChannel, getNotification, cancel, signal],
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
  applications.createApplication,
  applications.listApplications,
  applications.getApplication,
  applications.updateApplication,
  ...[apiKeys.createApiKey, apiKeys.listApiKeys, apiKeys.revokeApiKey],
  adminKeys.createAdminKey,
  adminKeys.listAdminKeys,
  adminKeys.revokeAdminKey,
  adminKeys.rotateAdminKey,
  ...[listSignInMethods, signIn, signInByLink, startOidcSignIn, signInByOidc],
  ...[showSession, signOut, setPassword],
  ...[inviteOperator, listOperators, linkOperator],
  ...[updateOperator, removeOperator, unlinkOperator, signOutOperator],
  ...[operatorsContacts.listContacts, operatorsContacts.getContact, operatorsContacts.removeContact],
  ...[listSuppressions, addSuppression, liftSuppression, liftSuppressionById],
  ...[senders.addSender, senders.listSenders, senders.checkSenderRecords, senders.removeSender],
  ...[integrations.listProviders, addIntegration, integrations.listIntegrations],
  ...[integrations.getIntegration, updateIntegration],
  ...[integrations.removeIntegration, integrations.testIntegration],
  ...[events.pushEventFiles, events.listEvents, events.getEvent, events.deleteEvent],
  eventVersions.listEventVersions,
  eventVersions.getEventVersion,
  eventVersions.restoreEventVersion,
  eventVersions.listDeletedEvents,
  ...[renderEvent, sendEvent],
  ...[listNotifications, retryMany, operatorsNotifications.getNotification],
  ...[operatorsNotifications.cancelOne, retryOne, reopenOne, signalOne],
  ...[explain, getStatistics, getUsage],
  ...[listAuditRecords, getAuditRecord, resealSecrets, doctor],
  operatorsWebhook.getWebhook,
  operatorsWebhook.switchWebhook,
  operatorsWebhook.rotateWebhookSecret,
  operatorsWebhookEvents.listWebhookEvents,
  operatorsWebhookEvents.getWebhookEvent,
  operatorsWebhookEvents.redeliverWebhookEvent,
  operatorsWebhookEvents.redeliverWebhookEvents,
  operatorsWebhookEvents.testWebhook,
];

import * as applications from './admin/applications/routes';
import * as audit from './admin/audit';
import * as adminBroadcastChanges from './admin/broadcasts/changes';
import * as adminBroadcasts from './admin/broadcasts/routes';
import * as adminPreferenceImport from './admin/contacts/import-preferences';
import * as adminContactPreferences from './admin/contacts/preferences';
import * as adminContacts from './admin/contacts/routes';
import * as doctor from './admin/doctor/routes';
import * as incidents from './admin/incidents/routes';
import * as editing from './admin/events/editing';
import * as categories from './admin/categories/routes';
import * as parts from './admin/events/parts';
import * as promotion from './admin/events/promote';
import * as render from './admin/events/render';
import * as events from './admin/events/routes';
import * as eventSend from './admin/events/send';
import * as eventVersions from './admin/events/versions';
import * as explain from './admin/explain/routes';
import * as integrations from './admin/integrations/routes';
import * as integrationWrites from './admin/integrations/write';
import * as jobs from './admin/jobs/routes';
import * as adminKeys from './admin/keys/admin-keys';
import * as apiKeys from './admin/keys/api-keys';
import * as notificationList from './admin/notifications/list';
import * as reopen from './admin/notifications/reopen';
import * as notificationRetry from './admin/notifications/retry';
import * as retryPage from './admin/notifications/retry-page';
import * as adminNotifications from './admin/notifications/routes';
import * as notificationPause from './admin/notifications/pause';
import * as eventPauses from './admin/pauses/event-routes';
import * as integrationPauses from './admin/pauses/integration-routes';
import * as prefixPauses from './admin/pauses/prefix-routes';
import * as notificationSignal from './admin/notifications/signal';
import * as oidc from './admin/oidc/routes';
import * as operatorLinks from './admin/operators/links';
import * as operators from './admin/operators/routes';
import * as schedules from './admin/schedules/routes';
import * as secrets from './admin/secrets';
import * as search from './admin/search';
import * as dkim from './admin/senders/dkim/routes';
import * as senders from './admin/senders/routes';
import * as session from './admin/session';
import * as signIn from './admin/sign-in';
import * as statistics from './admin/statistics/routes';
import * as waiting from './admin/statistics/waiting';
import * as lifting from './admin/suppressions/lift';
import * as suppressions from './admin/suppressions/routes';
import * as tenants from './admin/tenants/routes';
import * as adminSegments from './admin/segments/routes';
import * as adminTopicImports from './admin/topics/imports';
import * as adminTopics from './admin/topics/routes';
import * as adminSubscriptions from './admin/topics/subscriptions';
import * as adminWebhook from './admin/webhooks/endpoint';
import * as adminWebhookChanges from './admin/webhooks/change';
import * as adminWebhookEvents from './admin/webhooks/events';
import * as broadcasts from './broadcasts/broadcasts';
import * as broadcastTries from './broadcasts/tries';
import * as contactList from './contacts/list';
import * as contacts from './contacts/one';
import * as contactPreferences from './contacts/preferences/routes';
import * as pushTokens from './contacts/push-tokens';
import type { Route } from './http/route';
import * as batch from './notifications/batch';
import * as notificationChange from './notifications/change';
import * as notificationFollow from './notifications/follow';
import * as notification from './notifications/get';
import * as publicNotificationList from './notifications/list';
import * as cancel from './sending/cancel';
import * as sends from './sending/send-routes';
import * as signal from './sending/signal';
import * as topicImports from './topics/imports';
import * as segments from './segments/segments';
import * as subscriptions from './topics/subscriptions';
import * as topics from './topics/topics';
import * as webhookCreate from './webhooks/create';
import * as webhook from './webhooks/endpoint';
import * as webhookEvents from './webhooks/event-routes';

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'handler' in value && 'path' in value;

/** Returns the routes that modules export. Their order does not matter, because no request fits two paths. */
const routesOf = (...modules: object[]): readonly Route[] =>
  modules.flatMap((module) => Object.values(module).filter(isRoute));

/** The routes under /v1. What one of these files exports exists, is documented, guarded and typed. */
export const publicRoutes = routesOf(
  sends,
  broadcasts,
  broadcastTries,
  notification,
  publicNotificationList,
  notificationChange,
  notificationFollow,
  batch,
  cancel,
  signal,
  contactList,
  contacts,
  contactPreferences,
  pushTokens,
  topics,
  subscriptions,
  topicImports,
  segments,
  webhookCreate,
  webhook,
  webhookEvents,
);

/** The admin routes. */
export const adminRoutes = routesOf(
  applications,
  apiKeys,
  adminKeys,
  signIn,
  oidc,
  session,
  operatorLinks,
  schedules,
  operators,
  adminContacts,
  adminContactPreferences,
  adminPreferenceImport,
  suppressions,
  lifting,
  tenants,
  adminBroadcasts,
  adminBroadcastChanges,
  adminTopics,
  adminSubscriptions,
  adminTopicImports,
  adminSegments,
  senders,
  dkim,
  integrations,
  integrationWrites,
  integrationPauses,
  eventPauses,
  prefixPauses,
  editing,
  events,
  eventVersions,
  parts,
  categories,
  promotion,
  render,
  eventSend,
  notificationList,
  retryPage,
  jobs,
  adminNotifications,
  notificationRetry,
  reopen,
  notificationSignal,
  notificationPause,
  explain,
  statistics,
  waiting,
  audit,
  search,
  secrets,
  doctor,
  incidents,
  adminWebhook,
  adminWebhookChanges,
  adminWebhookEvents,
);

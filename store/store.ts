import type mongoose from 'mongoose';
import { createAdminKeyStore } from './accounts/admin-keys';
import { createApiKeyStore } from './accounts/api-keys';
import { createApplicationStore } from './accounts/applications';
import { createPreferenceChangeStore } from './preferences/changes';
import { createDkimKeyStore } from './accounts/dkim-keys';
import { createPauseStore } from './accounts/pauses';
import { createAuditStore } from './accounts/audit';
import { createOperatorAccountStore } from './accounts/operator-accounts';
import { createSessionStore } from './accounts/sessions';
import { createBroadcastStore } from './broadcasts/broadcasts';
import { createBroadcastRecipientStore } from './broadcasts/recipients';
import { createAudienceStore } from './audience/audiences';
import { createCapStore } from './caps/counters';
import { createFoldStore } from './caps/folds';
import { createSmsGuardStore } from './caps/sms-guard';
import { createBacklogStore } from './sending/backlog';
import { createBatchStore } from './notifications/batches';
import { createClaimStore } from './notifications/claims';
import { contactModel } from './contacts/model';
import { createContactStore } from './contacts/contacts';
import { createDatabaseClock } from './database-clock';
import { createDigestMemberStore } from './digests/members';
import { createDigestStore } from './digests/digests';
import { createEncryptionCheckStore } from './maintenance/encryption-check';
import { createEditingStore } from './events/editing';
import { createEventStore } from './events/events';
import { createPartStore } from './events/parts';
import { createEventVersionStore, createPartVersionStore } from './events/versions';
import { type EnsureIndexes, ensureIndexes } from './indexes';
import { createInboxStore } from './sending/inbox';
import { createHoldStore } from './notifications/holds';
import { createJobResultStore } from './jobs/results';
import { createJobStore } from './jobs/jobs';
import { createJobTargetStore } from './notifications/job-targets';
import { notificationModel } from './notifications/model';
import { createNotificationStore } from './notifications/notifications';
import { createCancelAndCloseStore } from './notifications/cancel-and-close';
import { createOneOpenStore } from './notifications/one-open';
import { createOutcomeStore } from './notifications/outcomes';
import { createOperatorStore } from './notifications/operators';
import { declareRateLimits } from './sending/rate-limits';
import { createProviderHealthStore } from './sending/provider-health';
import { createQuotaStore } from './sending/quotas';
import { createReceiptStore } from './notifications/receipts';
import { createRefusalStore } from './refusals/refusals';
import { createResealingStore } from './maintenance/resealing';
import { createReservationStore } from './sending/reservations';
import { createRetentionStore } from './maintenance/retention';
import { createScheduleStore } from './schedules/schedules';
import { createSendQueueStore } from './sending/send-queues';
import { createStatisticsStore } from './statistics/statistics';
import { createSourceStore } from './notifications/sources';
import { createSuppressionStore } from './suppressions/suppressions';
import { createTenantStore } from './tenants/tenants';
import { createImportRowStore } from './topics/import-rows';
import { createTopicImportStore } from './topics/imports';
import { createSegmentStore } from './segments/segments';
import { createSubscriptionStore } from './topics/subscriptions';
import { createTopicStore } from './topics/topics';
import { createSweepStateStore } from './maintenance/sweep-state';
import { createWaitStore } from './notifications/waits';
import { createWebhookDeliveryStore } from './webhooks/deliveries';
import { createWebhookEventStore } from './webhooks/events';
import { createWebhookHealthStore } from './webhooks/health';
import { createWebhookQueueStore } from './webhooks/queue';
import { createWebhookStore } from './webhooks/endpoints';

export type Store = ReturnType<typeof createStore>;

/** All repositories over one connection. */
export function createStore(connection: mongoose.Connection) {
  const notifications = notificationModel(connection);
  const contacts = contactModel(connection);
  const topics = createTopicStore(connection);
  const subscriptions = createSubscriptionStore(connection);
  declareRateLimits(connection);
  const quotas = createQuotaStore(connection);
  const now = createDatabaseClock(connection);
  return {
    applications: createApplicationStore(connection),
    providerHealth: createProviderHealthStore(connection),
    pauses: createPauseStore(connection),
    dkimKeys: createDkimKeyStore(connection),
    adminKeys: createAdminKeyStore(connection),
    apiKeys: createApiKeyStore(connection),
    audit: createAuditStore(connection),
    operatorAccounts: createOperatorAccountStore(connection),
    sessions: createSessionStore(connection),
    editing: createEditingStore(connection),
    events: createEventStore(connection),
    eventVersions: createEventVersionStore(connection),
    parts: createPartStore(connection),
    partVersions: createPartVersionStore(connection),
    contacts: createContactStore(contacts),
    preferenceChanges: createPreferenceChangeStore(connection),
    notifications: {
      ...createNotificationStore(notifications),
      ...createOneOpenStore(notifications),
      ...createCancelAndCloseStore(notifications, quotas),
    },
    claims: createClaimStore(notifications, now),
    sources: createSourceStore(notifications),
    outcomes: createOutcomeStore(notifications),
    broadcasts: createBroadcastStore(connection),
    broadcastRecipients: createBroadcastRecipientStore(notifications),
    receipts: createReceiptStore(notifications),
    waits: createWaitStore(notifications),
    holds: createHoldStore(notifications),
    digests: createDigestStore(connection),
    digestMembers: createDigestMemberStore(notifications),
    operators: createOperatorStore(notifications),
    jobs: createJobStore(connection),
    jobResults: createJobResultStore(connection),
    jobTargets: createJobTargetStore(notifications),
    backlog: createBacklogStore(notifications),
    batches: createBatchStore(connection),
    caps: createCapStore(connection),
    folds: createFoldStore(connection),
    smsGuard: createSmsGuardStore(connection),
    quotas,
    refusals: createRefusalStore(connection),
    reservations: createReservationStore(connection),
    suppressions: createSuppressionStore(connection),
    tenants: createTenantStore(connection),
    topics,
    subscriptions,
    segments: createSegmentStore(connection),
    audiences: createAudienceStore({ contacts, topics, subscriptions }),
    topicImports: createTopicImportStore(connection),
    importRows: createImportRowStore(connection),
    webhooks: createWebhookStore(connection),
    webhookHealth: createWebhookHealthStore(connection),
    webhookDeliveries: createWebhookDeliveryStore(connection),
    webhookEvents: createWebhookEventStore(connection),
    webhookQueue: createWebhookQueueStore(connection),
    inbox: createInboxStore(connection),
    schedules: createScheduleStore(connection),
    sendQueues: createSendQueueStore(connection),
    sweepState: createSweepStateStore(connection),
    statistics: createStatisticsStore(connection),
    retention: createRetentionStore(connection),
    resealing: createResealingStore(connection),
    encryptionCheck: createEncryptionCheckStore(connection),
    /** The time by the clock of the database. */
    now,
    /** Creates the indexes that are missing; every process does it at start, and waits for the unique ones only. */
    ensureIndexes: (options: EnsureIndexes): Promise<void> => ensureIndexes(connection, options),
  };
}

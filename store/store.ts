import type mongoose from 'mongoose';
import { createAdminKeyStore } from './admin-keys';
import { createApiKeyStore } from './api-keys';
import { createApplicationStore } from './applications';
import { createAuditStore } from './audit';
import { createBacklogStore } from './backlog';
import { createBatchStore } from './batches';
import { createClaimStore } from './claims';
import { contactModel } from './contact-model';
import { createContactStore } from './contacts';
import { createDigestMemberStore } from './digest-members';
import { createDigestStore } from './digests';
import { createEventStore } from './events';
import type { EnsureIndexes } from './indexes';
import { ensureIndexes } from './indexes';
import { createInboxStore } from './inbox';
import { notificationModel } from './notification-model';
import { createNotificationStore } from './notifications';
import { createEndingStore } from './endings';
import { createOutcomeStore } from './outcomes';
import { createOperatorStore } from './operators';
import { declareRateLimits } from './rate-limits';
import { createProviderHealthStore } from './provider-health';
import { createQuotaStore } from './quotas';
import { createReceiptStore } from './receipts';
import { createResealingStore } from './resealing';
import { createReservationStore } from './reservations';
import { createRetentionStore } from './retention';
import { createSendQueueStore } from './send-queues';
import { createSuppressionStore } from './suppressions';
import { createSweepStateStore } from './sweep-state';
import { createWaitStore } from './waits';
import { createWebhookDeliveryStore } from './webhook-deliveries';
import { createWebhookEventStore } from './webhook-events';
import { createWebhookHealthStore } from './webhook-health';
import { createWebhookStore } from './webhooks';

export type Store = ReturnType<typeof createStore>;

/** All repositories over one connection. */
export function createStore(connection: mongoose.Connection) {
  const notifications = notificationModel(connection);
  declareRateLimits(connection);
  return {
    applications: createApplicationStore(connection),
    providerHealth: createProviderHealthStore(connection),
    adminKeys: createAdminKeyStore(connection),
    apiKeys: createApiKeyStore(connection),
    audit: createAuditStore(connection),
    events: createEventStore(connection),
    contacts: createContactStore(contactModel(connection)),
    notifications: createNotificationStore(notifications),
    claims: createClaimStore(notifications),
    outcomes: createOutcomeStore(notifications),
    endings: createEndingStore(notifications),
    receipts: createReceiptStore(notifications),
    waits: createWaitStore(notifications),
    digests: createDigestStore(connection),
    digestMembers: createDigestMemberStore(notifications),
    operators: createOperatorStore(notifications),
    backlog: createBacklogStore(notifications),
    batches: createBatchStore(connection),
    quotas: createQuotaStore(connection),
    reservations: createReservationStore(connection),
    suppressions: createSuppressionStore(connection),
    webhooks: createWebhookStore(connection),
    webhookHealth: createWebhookHealthStore(connection),
    webhookDeliveries: createWebhookDeliveryStore(connection),
    webhookEvents: createWebhookEventStore(connection),
    inbox: createInboxStore(connection),
    sendQueues: createSendQueueStore(connection),
    sweepState: createSweepStateStore(connection),
    retention: createRetentionStore(connection),
    resealing: createResealingStore(connection),
    /** Creates the indexes that are missing; every process does it at start, and waits for the unique ones only. */
    ensureIndexes: (options: EnsureIndexes): Promise<void> => ensureIndexes(connection, options),
  };
}

import type { contactView } from '../contacts/view';
import type { eventLineView, eventView as webhookEventView } from '../webhooks/event-view';
import type { keyView as adminKeyView } from './admin-keys';
import type { applicationView } from './applications';
import type { recordView } from './audit';
import type { EventChange, eventView } from './events';
import type { integrationView, providerView } from './integrations/integration-view';
import type { keyView } from './keys';
import type { detailsView, lineView, retryPageView } from './notifications/view';
import type { ResealPage } from './secrets';
import type { suppressionView } from './suppressions';
import type { endpointView } from './webhooks';

// What the admin routes answer, for callers in this repository: types only, from the functions that build the answers.

export type Application = ReturnType<typeof applicationView>;
export type Contact = ReturnType<typeof contactView>;
export type ApiKey = ReturnType<typeof keyView>;
export type AdminKey = ReturnType<typeof adminKeyView>;
export type AuditRecord = ReturnType<typeof recordView>;
export type Suppression = ReturnType<typeof suppressionView>;
export type Integration = ReturnType<typeof integrationView>;
export type ProviderDescription = ReturnType<typeof providerView>;
export type EventSummary = ReturnType<typeof eventView>;
export type NotificationDetails = ReturnType<typeof detailsView>;
export type MessageDetails = NotificationDetails['messages'][number];
export type RenderedDetails = NonNullable<MessageDetails['rendered']>;
export type AttemptDetails = MessageDetails['attempts'][number];
/** Who tried to hand a message over. */
export type MadeBy = Pick<AttemptDetails, 'provider' | 'provider_id' | 'integration'>;
export type NotificationLine = ReturnType<typeof lineView>;
export type RetryPage = ReturnType<typeof retryPageView>;
export type WebhookEndpoint = ReturnType<typeof endpointView>;
export type WebhookEventLine = ReturnType<typeof eventLineView>;
export type WebhookEventDetails = ReturnType<typeof webhookEventView>;
export type WebhookAttemptDetails = WebhookEventDetails['attempts'][number];
export type { EventChange, ResealPage };
